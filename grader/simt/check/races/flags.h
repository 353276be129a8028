// Volatile variables through which threads of different warps communicate. A flag is one that a
// thread polls: it reads it again at the same place with no volatile store in between. Unordered
// accesses to a flag are its purpose; unordered volatile accesses to anything else are a race, like
// plain ones.
// Theory of operation. Whether a variable is a flag shows only later, so such a race is postponed
// until the grid ends. But blocks run in order here: a thread that waits for an earlier block would
// find the flag set at its first read and never poll. So the first unordered read of a word returns
// the value from before that store, which is possible on a GPU, too. A polling thread reads again
// and gets the new value; one that does not poll has used a value that needed a fence. Only for
// grids run by one worker.
#pragma once

#include "check/alignment.h"
#include "check/races/races.h"
#include "check/state.h"

namespace simt::check {

/// The running thread's next access is volatile.
void note_volatile_read(std::uintptr_t address, unsigned size);
void note_volatile_store(std::uintptr_t address, unsigned size);
bool is_flag(std::uintptr_t address);
/// Several threads have stored the same value. If a variable only ever gets this value, it does not
/// matter when the store becomes visible.
void note_latch(std::uintptr_t address);

/// Records a race that counts unless the word turns out to be a flag.
void postpone_race(const RaceWith& r, const Touch& t, std::uintptr_t pc);
/// Whether the read postponed last has not been made yet; clears that state.
bool consume_postponed_read();
/// The running thread's next load returns the value from before the grid's volatile stores.
void replace_value(std::uintptr_t address, unsigned size);
/// Restores the current value after the load.
void restore_value();

/// The thread's next action is not an access.
inline void end_watch() {
  if (replaced.there) restore_value();
  if (suspect.there) resolve_suspect(0);
  if (misaligned.count != 0) forget_misaligned_pointers();
}

/// Called when the grid ends.
void report_postponed_races();

}  // namespace simt::check
