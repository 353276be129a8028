// Intervals: the times between which something orders the threads of a block. A new one begins with
// a block and with every __syncthreads; a __syncwarp or a fence gives the lanes that take part one
// of their own. Copies, and the host, have theirs.
#pragma once

#include <atomic>
#include <cstdint>

#include "check/shadow.h"

namespace simt::check {

struct Interval {
  enum : std::uint32_t { operation = ~0u, host = ~0u - 1 };
  std::uint32_t block;         // linear index in its grid, or one of the above
  std::uint32_t epoch;         // __syncthreads that the block had passed
  std::uint64_t operation_id;  // of the launch or copy; host: the newest that was queued
};

/// By number; `most_intervals` of them.
extern Interval* const intervals;

/// A new interval's number. Each thread takes its own from a common store.
std::uint32_t new_interval(const Interval& what);

/// Numbers that are left are few: forget_intervals should be called soon.
bool intervals_run_out();
/// All that was written so far counts as written long ago, and numbers start anew.
void restart_intervals();
/// Changes with every restart.
std::uint32_t interval_generation();
/// Everything that is done from here on has this number or a larger one.
std::uint32_t next_interval();

}  // namespace simt::check
