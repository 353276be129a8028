// What threads hand on by a lock, a flag or a counter, but without a fence before it: nothing
// orders what they stored, and the race is better told by that than by its two accesses. Explains
// races that releases.h did not settle, and settles none. Only for grids that one worker runs.
#pragma once

#include <cstdint>
#include <optional>

#include "check/state.h"

namespace simt::check {

/// How a variable that the running thread has just changed was used.
enum class Sign {
  lock,     // taken and given back by the same thread
  flag,     // stored to, as volatile
  counter,  // changed atomically: by one, or back to 0
};

void forget_handovers();            // a new grid begins
void forget_handovers_of_shared();  // another block uses the arena

/// The running thread has changed the variable for others to see.
void hand_over(std::uintptr_t variable, Sign sign);
/// It has looked at it: as volatile, or by an atomic that changed nothing.
void observe(std::uintptr_t variable, bool as_volatile);
/// It has taken the lock.
void observe_lock(std::uintptr_t variable);

/// An atomic has met a plain store of another thread that nothing orders.
void note_plain_store(std::uintptr_t variable, Key by, std::uint32_t pc);
/// The lock that is about to be taken was given back by no atomic: by a volatile store, or by the
/// one that was noted.
void given_back_by_store(std::uintptr_t variable, unsigned holder, std::uint32_t block);

/// At __syncthreads: what one thread looked at, all did.
void share_observations(BlockState& b);

struct Handover {
  const char* sign;  // "lock", "flag", "counter"
  std::uint32_t pc;  // of the access that handed over
  bool by_store;     // a plain one, of a lock
};
/// What would order `other` before the running thread's access to `address`, had it a fence.
std::optional<Handover> handover_without_fence(Key other, std::uintptr_t address);

}  // namespace simt::check
