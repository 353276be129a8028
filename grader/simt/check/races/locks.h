// Locks: variables that a lane changes from one value to another and back, if that orders what
// lanes do in between. If several lanes of a warp take the same lock, they wait for each other in a
// loop: before Volta that never ends, and since then it serializes the lanes.
#pragma once

#include "check/shadow.h"

namespace simt::check {

void lock_before(const void* variable, unsigned size);
/// Whether the next atomic shall find the lock taken, in place of free. On a GPU blocks meet; here
/// each would find it free. Once for each block and lock that another block has used before.
bool shall_refuse(const void* variable, unsigned size);
/// An access changed the variable. Compares with the value at lock_before(), with no other access
/// in between. An atomic whose result is unused takes no lock.
void lock_after(const void* variable, unsigned size, bool is_integer, bool result_unused);
/// An atomic left the variable unchanged. If the running thread holds that lock, it goes on because
/// it was refused: a thread that waits for the lock to become free would wait forever.
void lock_refused(const void* variable, unsigned size);
/// Reports the running thread, which ends, if it has not tried again since it was refused.
void end_without_lock();
void forget_locks();
/// Whether the latest store, made by `by`, released a lock that `by` holds.
bool is_lock_released(const void* variable, unsigned size, Key by);
/// The running thread meets an access of `by` that a lock orders before its own. Whether `by` made
/// that access after it took the lock without a fence in between: then only chance put it first.
bool lacks_fence_after_lock(Key by);
/// Whether the variable is a counter whose last atomic change was made by the running thread or one
/// ordered before it. Blocks draw tickets from counters, and the last one may know that it is the
/// last; a sum does not tell.
bool last_count_is_ordered(const void* variable);

}  // namespace simt::check
