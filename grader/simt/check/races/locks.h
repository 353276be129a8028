// A variable that a lane takes from one value to another and back is a lock, if it orders what
// lanes do meanwhile. When several lanes of one warp take the same one, they wait for each other in
// a loop: before Volta that never ends, and since then it is as slow as it looks.
#pragma once

#include "check/shadow.h"

namespace simt::check {

void lock_before(const void* variable, unsigned size);
/// Of an access that changed the variable, by its own words; no other may have come in between.
void lock_after(const void* variable, unsigned size, bool is_integer);
/// Of an atomic that left the variable as it was. Where the running thread holds the lock, it goes
/// on because it was refused: one that waits until the lock is free would wait forever.
void lock_refused(const void* variable, unsigned size);
void forget_locks();
/// Whether the latest store, by `by`, has given back the lock that `by` holds.
bool is_given_back(const void* variable, unsigned size, Key by);
/// Of what the running thread has just met of `by`, which is ordered before by a lock: `by` did it
/// after it had taken that lock, with no fence in between. It was first by chance only.
bool lacks_fence_after_lock(Key by);
/// Whether the variable is a counter of which the running thread, or one that comes before it, made
/// the last atomic change. By counters blocks draw tickets, and the last one may know that it is
/// the last. Nobody knows that from a sum.
bool last_count_is_ordered(const void* variable);

}  // namespace simt::check
