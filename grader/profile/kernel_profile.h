// A profiler's measurements of one kernel launch. Missing values were not reported.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "profile/nsight_csv.h"

namespace warpgrade {

struct KernelProfile {
  std::string kernel;      // without parameters
  long long launches = 0;  // launches in the call; the first one was measured

  // Launch statistics
  std::optional<std::array<long long, 3>> grid, block;
  std::optional<double> registers;                      // per thread
  std::optional<double> static_shared, dynamic_shared;  // bytes per block
  std::optional<double> waves;                          // waves of blocks per SM
  std::optional<double> multiprocessors;                // SMs of the GPU

  // Speed of light: percent of the hardware's peak
  std::optional<double> seconds;
  std::optional<double> memory, compute;  // busiest part of the memory system; SMs
  std::optional<double> dram, l1, l2;
  std::optional<double> sm_hertz;
  std::optional<double> dram_bytes_per_second;
  std::optional<double> l1_hits, l2_hits;  // percent

  // Occupancy: percent of a multiprocessor's maximum number of warps
  std::optional<double> theoretical, achieved;
  std::map<std::string, double> blocks_by;  // blocks per multiprocessor allowed by each limit

  std::optional<double> blocks() const;      // in the grid
  std::optional<double> threads() const;     // per block
  std::optional<double> dram_bytes() const;  // moved by the launch
  /// The limits that allow the fewest blocks on a multiprocessor; empty if occupancy is full.
  std::vector<std::string> limited_by() const;
};

/// Uses the metrics' names and the labels of the details page; converts units to seconds, bytes,
/// hertz and percent.
KernelProfile make_profile(const NsightLaunch& launch);

}  // namespace warpgrade
