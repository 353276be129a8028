// How many grades this machine makes at a time, unless --jobs says so.
#pragma once

#include <algorithm>

namespace warpgrade {

/// One for each core. Where speed is measured one for eight cores, since what other grades compile
/// and check meanwhile delays launches and slows a baseline on the CPU; but two for each GPU, one
/// that holds it and one that gets ready, as long as each has four cores. `cores`: that this
/// process may use; `gpus`: that grades may hold.
constexpr int default_jobs(unsigned cores, bool measures_speed, unsigned gpus) {
  const unsigned jobs = measures_speed ? std::max(cores / 8, std::min(2 * gpus, cores / 4)) : cores;
  return jobs == 0 ? 1 : static_cast<int>(jobs);
}

}  // namespace warpgrade
