// A variable that a lane takes from one value to another and back is a lock. When several lanes of
// one warp take the same one, they wait for each other in a loop: before Volta that never ends, and
// since then it is as slow as it looks.
#pragma once

namespace simt::check {

void lock_before(const void* variable, unsigned size);
void lock_after(const void* variable, unsigned size, bool is_integer);
void forget_locks();
/// Whether the last one to change the variable atomically was in the running block. Of integers
/// only: with them blocks draw tickets, and the last one may know that it is the last. Nobody knows
/// that from a sum of floats.
bool last_changed_here(const void* variable);

}  // namespace simt::check
