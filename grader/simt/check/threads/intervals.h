// Intervals: periods within which nothing orders the threads of a block. A block's start and every
// __syncthreads begin a new one; a __syncwarp or a fence gives the participating lanes one of their
// own. Copies and the host have their own.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "check/shadow.h"

namespace simt::check {

struct Interval {
  enum : std::uint32_t { operation = ~0u, host = ~0u - 1 };
  std::uint32_t block;         // linear index in its grid, or one of the above
  std::uint32_t epoch;         // __syncthreads that the block had passed
  std::uint64_t operation_id;  // the launch or copy; for the host: the newest one queued
};

/// Indexed by number; `most_intervals` entries.
extern Interval* const intervals;

/// Returns a new interval's number. Threads take numbers in batches from a common counter.
std::uint32_t new_interval(const Interval& what);

/// Few numbers are left: renumber_intervals() should be called soon.
bool intervals_run_out();
/// Restarts the numbers. `kept` get the first ones after `long_ago`; all others are void.
void restart_intervals(const std::vector<Interval>& kept);
/// Changes with every restart.
std::uint32_t interval_generation();
/// A lower bound for the numbers of all later intervals.
std::uint32_t next_interval();

}  // namespace simt::check
