// Checks that threads which synchronize belong together: barriers, warp collectives, and blocks in
// which no thread can continue.
#pragma once

#include <cstdint>

#include "check/races/flags.h"
#include "check/races/pending_stores.h"
#include "check/state.h"
#include "check/threads/built_ins.h"
#include "engine/block.h"

namespace simt::check {

/// The running thread arrives at a __syncthreads while others of its block wait at another one.
void report_two_barriers(BlockState& s, const SourceLine& here);
/// The running thread, if it is a kernel's, arrives at a __syncthreads.
inline void arrive_at_barrier(const char* file, int line) {
  if (!current_thread.block) return;
  if (__builtin_expect(current_thread.watched, 0)) end_watch();
  if (current_thread.pending) resolve_pending();
  verify_built_ins();
  BlockState& s = *current_thread.block;
  const SourceLine here = {file, line};
  if (!s.barrier.file)
    s.barrier = here;
  else if (__builtin_expect(!(s.barrier == here), 0))
    report_two_barriers(s, here);
}
/// All live threads have arrived.
void check_release(const detail::Block& b, BlockState& s);
/// These lanes have arrived at a collective with that mask.
void check_participants(const detail::Block& b, BlockState& s, unsigned warp, std::uint32_t lanes,
                        std::uint32_t mask, detail::Collective what);
/// `text`: which threads wait where.
void explain_deadlock(const detail::Block& b, const char* text);

}  // namespace simt::check
