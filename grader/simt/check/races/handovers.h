// Data that threads hand over through a lock, a flag or a counter, but without a fence before it.
// Nothing orders the stores, and a report that names the missing fence explains the race better
// than its two accesses. This only explains races that releases.h found. Only for grids run by one
// worker.
#pragma once

#include <cstdint>
#include <optional>

#include "check/state.h"

namespace simt::check {

/// How the running thread used the variable that it has just changed.
enum class Sign {
  lock,     // taken and released by the same thread
  flag,     // a volatile store
  counter,  // an atomic change by one, or back to 0
};

void forget_handovers();            // called when a grid begins
void forget_handovers_of_shared();  // called when another block gets the arena

/// The running thread has changed the variable for others to see.
void hand_over(std::uintptr_t variable, Sign sign);
/// The running thread has read it: as volatile, or by an atomic that changed nothing.
void observe(std::uintptr_t variable, bool as_volatile);
/// The running thread has taken the lock.
void observe_lock(std::uintptr_t variable);

/// An atomic has met another thread's plain store without an order between them.
void note_plain_store(std::uintptr_t variable, Key by, std::uint32_t pc);
/// The lock to be taken was not released by an atomic, but by a volatile store or the noted plain
/// one.
void lock_released_by_store(std::uintptr_t variable, unsigned holder, std::uint32_t block);

/// At __syncthreads: all threads share what each has observed.
void share_observations(BlockState& b);

struct Handover {
  const char* sign;  // "lock", "flag", "counter"
  std::uint32_t pc;  // of the access that handed over
  bool by_store;     // a lock released by a plain store
};
/// The handover that would order `other` before the running thread's access to `address`, if it had
/// a fence.
std::optional<Handover> handover_without_fence(Key other, std::uintptr_t address);

}  // namespace simt::check
