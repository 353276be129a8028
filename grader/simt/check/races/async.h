// Asynchronous copies that are on their way, and what barrier objects order.
//
// While a copy may land, the words that it stores to bear a key of their own (`in_flight`), which
// no access matches: whoever comes to them is told. When the copy has been waited for, they count
// as written: by the thread that has waited, now, or, bound to a barrier object, by the thread that
// began the copy, then. A source that another one has written to meanwhile shows at that time.
#pragma once

#include "check/state.h"

namespace simt::detail {
struct AsyncCopy;
}

namespace simt::check {

/// What the running thread does next is told from what it has done since the last barrier.
void begin_thread_interval(BlockState& b);

/// `b`: into or out of whose shared memory.
void copy_has_begun(BlockState& b, const detail::AsyncCopy& c);
void copy_has_landed(BlockState& b, const detail::AsyncCopy& c);
/// The block ends; they never will.
void forget_flights(BlockState& b);

/// What a thread did before it comes to a phase of a barrier object is known to all that have seen
/// the phase complete. (Objects of other blocks' memory order by fences and atomics: releases.h.)
void set_up_object(BlockState& b, const void* object);
void use_object(BlockState& b, const void* object);
void come_to_phase(BlockState& b, const void* object);
void complete_phase(BlockState& b, const void* object);
void pass_phase(BlockState& b, const void* object);
/// At __syncwarp: what one of these lanes knew, all do.
void share_clocks(BlockState& b, unsigned warp, std::uint32_t lanes);

}  // namespace simt::check
