// The number of concurrent grades if --jobs is not given.
#pragma once

#include <algorithm>

namespace warpgrade {

/// Without speed: one per core. With speed: one per eight cores, because compiling and checking
/// other grades delays launches and slows down CPU baselines; but two per GPU if each has four
/// cores, so that one grade prepares while another holds the GPU. `cores` and `gpus`: available to
/// this process.
constexpr int default_jobs(unsigned cores, bool measures_speed, unsigned gpus) {
  const unsigned jobs = measures_speed ? std::max(cores / 8, std::min(2 * gpus, cores / 4)) : cores;
  return jobs == 0 ? 1 : static_cast<int>(jobs);
}

}  // namespace warpgrade
