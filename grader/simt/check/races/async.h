// Asynchronous copies in flight, and the order established by barrier objects.
// While a copy may land, its destination words have a special key (`in_flight`) that matches no
// access, so every access to them is reported. After a wait they count as written: by the waiting
// thread at that time or, for a copy bound to a barrier object, by the thread that began it at its
// beginning. A write to the source in the meantime is detected at the wait.
#pragma once

#include "check/state.h"

namespace simt::detail {
struct AsyncCopy;
}

namespace simt::check {

/// Starts a new interval for the running thread, separate from its accesses since the last barrier.
void begin_thread_interval(BlockState& b);

/// `b`: the block whose shared memory the copy reads or writes.
void copy_has_begun(BlockState& b, const detail::AsyncCopy& c);
void copy_has_landed(BlockState& b, const detail::AsyncCopy& c);
/// The block ends: its pending copies never land.
void forget_flights(BlockState& b);

/// Everything that a thread did before it arrives at a phase of a barrier object is known to all
/// threads that have seen the phase complete. (Objects in other blocks' memory order by fences and
/// atomics: releases.h.)
void set_up_object(BlockState& b, const void* object);
void use_object(BlockState& b, const void* object);
void arrive_at_phase(BlockState& b, const void* object);
void complete_phase(BlockState& b, const void* object);
void observe_phase(BlockState& b, const void* object);
/// At __syncwarp: these lanes share what each of them knows.
void share_clocks(BlockState& b, unsigned warp, std::uint32_t lanes);

}  // namespace simt::check
