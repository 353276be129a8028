// What a profiler measured of one launch of a kernel. Whatever it did not tell is not there.
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
  long long launches = 0;  // in the call; the first of them was measured

  // Launch statistics
  std::optional<std::array<long long, 3>> grid, block;
  std::optional<double> registers;                      // of a thread
  std::optional<double> static_shared, dynamic_shared;  // bytes of a block
  std::optional<double> waves;                          // rounds in which the blocks fill the GPU
  std::optional<double> multiprocessors;                // of the GPU

  // Speed of light: percent of what the hardware can do
  std::optional<double> seconds;
  std::optional<double> memory, compute;  // the busiest part of the memory system; of the SMs
  std::optional<double> dram, l1, l2;
  std::optional<double> sm_hertz;
  std::optional<double> dram_bytes_per_second;
  std::optional<double> l1_hits, l2_hits;  // percent

  // Occupancy: percent of the warps that a multiprocessor has places for
  std::optional<double> theoretical, achieved;
  std::map<std::string, double> blocks_by;  // that each limit lets onto a multiprocessor

  std::optional<double> blocks() const;      // of the grid
  std::optional<double> threads() const;     // of a block
  std::optional<double> dram_bytes() const;  // moved by the launch
  /// The limits that let the fewest blocks onto a multiprocessor; empty where it is full.
  std::vector<std::string> limited_by() const;
};

/// By the metrics' names, and by the labels of the details page; units are turned into seconds,
/// bytes, hertz and percent, whatever their prefix.
KernelProfile profile_of(const NsightLaunch& launch);

}  // namespace warpgrade
