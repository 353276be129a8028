// Volatile variables by which threads of different warps talk. A flag is one that somebody polls:
// the same thread reads it again at the same place, and stores nothing volatile meanwhile.
// Unordered accesses to a flag are what it is for; unordered volatile accesses to anything else are
// a race, as plain ones are.
//
// Theory of operation. Which of the two a variable is shows only later, so such a race is put off
// until the grid ends. But blocks run in order here, and who waits for an earlier one finds the
// flag set at its first look: it would never look twice. So the first unordered read of a word gets
// the value from before that store, which a GPU may give as well. Who waits looks again, and gets
// the new one; who does not has used what a fence would have kept from it. Only for grids that one
// worker runs.
#pragma once

#include "check/alignment.h"
#include "check/races/races.h"
#include "check/state.h"

namespace simt::check {

/// A volatile access of the running thread comes next.
void note_volatile_read(std::uintptr_t address, unsigned size);
void note_volatile_store(std::uintptr_t address, unsigned size);
bool is_flag(std::uintptr_t address);
/// Several threads have stored the same value: of a variable that only ever gets this one it does
/// not matter when it is seen.
void note_latch(std::uintptr_t address);

/// A race unless the word turns out to be a flag.
void put_off_race(const RaceWith& r, const Touch& t, std::uintptr_t pc);
/// Whether the read that was put off last is still to come.
bool consume_postponed_read();
/// The running thread's next load gets the value from before the grid's volatile stores.
void show_value_before(std::uintptr_t address, unsigned size);
/// The load has been made.
void show_value_again();

/// The thread goes on with something else than an access.
inline void end_watch() {
  if (shown.there) show_value_again();
  if (suspect.there) resolve_suspect(0);
  if (misaligned.count != 0) forget_misaligned_pointers();
}

/// The grid ends.
void report_postponed_races();

}  // namespace simt::check
