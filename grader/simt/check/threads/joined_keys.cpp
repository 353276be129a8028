#include "check/threads/joined_keys.h"

#include <algorithm>

#include "check/races/races.h"
#include "check/threads/intervals.h"
#include "check/threads/warp_sets.h"

namespace simt::check {

namespace {

/// The interval of the latest __syncwarp or __syncthreads of the thread before `interval`.
std::uint32_t last_sync_interval(unsigned thread, std::uint32_t interval) {
  std::uint32_t latest = current_thread.block->interval;
  for (const WarpSync& s : current_thread.block->syncs[thread / 32])
    if ((s.mask >> thread % 32 & 1) && s.interval <= interval) latest = s.interval;
  return latest;
}

/// Two keys of one warp with separate intervals: the interval in which their lanes last
/// synchronized.
std::uint32_t common_interval(Key old, Key current_key) {
  const std::uint32_t here =
      last_sync_interval(thread_id(current_key), interval_number(current_key));
  const std::uint32_t there = thread_id(old) < several
                                  ? last_sync_interval(thread_id(old), interval_number(old))
                                  : interval_number(old);
  return here == there ? here : current_thread.block->interval;
}

}  // namespace

Key joined(Key old, Key current_key) {
  if (old == 0 || !in_this_grid(old)) return current_key;
  if (intervals[interval_number(old)].block != current_thread.block->index ||
      thread_id(old) == several_blocks)
    return make_key(interval_number(current_key), several_blocks);
  if (is_ordered(old)) return current_key;
  const unsigned warp = self.thread / 32;
  // With barrier objects, each thread has its own intervals; the later of the two stands for both.
  if (!current_thread.block->clocks.empty()) {
    const std::uint32_t latest = std::max(interval_number(old), interval_number(current_key));
    if (in_warp(thread_id(old), warp)) return make_key(latest, lanes_of_warp + warp);
    const bool known = thread_id(old) != several_warps;
    return make_key(latest,
                    known ? code_of_warps(warp_set(thread_id(old)) | 1u << warp) : several_warps);
  }
  if (!in_warp(thread_id(old), warp)) return make_key(interval_number(current_key), several_warps);
  const bool same = interval_number(old) == interval_number(current_key);
  return make_key(same ? interval_number(current_key) : common_interval(old, current_key),
                  lanes_of_warp + warp);
}

}  // namespace simt::check
