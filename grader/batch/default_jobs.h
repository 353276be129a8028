// How many grades this machine makes at a time, unless --jobs says so.
#pragma once

namespace warpgrade {

/// One for each core; where speed is measured one for eight cores, at least one: what other grades
/// compile and check meanwhile delays launches and slows a baseline on the CPU. `cores`: that this
/// process may use.
constexpr int default_jobs(unsigned cores, bool measures_speed) {
  const unsigned jobs = measures_speed ? cores / 8 : cores;
  return jobs == 0 ? 1 : static_cast<int>(jobs);
}

}  // namespace warpgrade
