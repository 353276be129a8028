#include "check/threads/joined_keys.h"

#include <algorithm>

#include "check/races/races.h"
#include "check/threads/intervals.h"
#include "check/threads/warp_sets.h"

namespace simt::check {

namespace {

/// The meeting that the thread came from when it did that: its interval, or that of the latest
/// __syncthreads.
std::uint32_t meeting_of(unsigned thread, std::uint32_t interval) {
  std::uint32_t latest = me.block->interval;
  for (const WarpSync& s : me.block->syncs[thread / 32])
    if ((s.mask >> thread % 32 & 1) && s.interval <= interval) latest = s.interval;
  return latest;
}

/// Of lanes of one warp that have intervals of their own: where they met last.
std::uint32_t common_interval(Key old, Key mine) {
  const std::uint32_t here = meeting_of(who_of(mine), interval_of(mine));
  const std::uint32_t there =
      who_of(old) < several ? meeting_of(who_of(old), interval_of(old)) : interval_of(old);
  return here == there ? here : me.block->interval;
}

}  // namespace

Key joined(Key old, Key mine) {
  if (old == 0 || !in_this_grid(old)) return mine;
  if (intervals[interval_of(old)].block != me.block->index || who_of(old) == several_blocks)
    return key_of(interval_of(mine), several_blocks);
  if (is_ordered(old)) return mine;
  const unsigned warp = self.thread / 32;
  // Each thread has intervals of its own then, and what is known of the latest is of all.
  if (!me.block->clocks.empty()) {
    const std::uint32_t latest = std::max(interval_of(old), interval_of(mine));
    if (in_warp(who_of(old), warp)) return key_of(latest, lanes_of_warp + warp);
    const bool known = who_of(old) != several_warps;
    return key_of(latest,
                  known ? code_of_warps(warps_of(who_of(old)) | 1u << warp) : several_warps);
  }
  if (!in_warp(who_of(old), warp)) return key_of(interval_of(mine), several_warps);
  const bool same = interval_of(old) == interval_of(mine);
  return key_of(same ? interval_of(mine) : common_interval(old, mine), lanes_of_warp + warp);
}

}  // namespace simt::check
