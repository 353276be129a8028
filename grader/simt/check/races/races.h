// Is there something that orders an access after what another thread did, and what to say if not.
#pragma once

#include "check/report/findings.h"
#include "check/state.h"

namespace simt::check {

/// Whether all that `other` stands for comes before what the running thread does now.
Order determine_order(Key other);
inline bool is_ordered(Key other) { return determine_order(other) != Order::none; }
/// Of a block of this launch, since the whole grid's last barrier.
bool in_this_grid(Key other);
/// And of the running thread's block.
bool is_of_this_block(Key other);
/// Of the running thread's warp, in this launch.
bool in_same_warp(Key other);

/// The other party of a race.
struct RaceWith {
  Key other;
  std::uint32_t pc;             // as an Origin keeps it
  bool wrote;                   // else it has read
  const std::uint16_t* reader;  // the two threads of an Origin that read, or null
};

void report_race(const RaceWith& r, const Touch& t, std::uintptr_t pc, Level level = Level::error);

/// What `r` did came before a fence and an atomic or volatile variable, which the running thread
/// has seen; but it has no fence between that and this access.
void report_missing_fence(const RaceWith& r, const Touch& t, std::uintptr_t pc);

/// The same of what `r` did, had the running thread been first to take the lock that orders them.
void report_missing_fence_elsewhere(const RaceWith& r, const Touch& t, std::uintptr_t pc);

/// One that may be told later.
struct Race {
  At place, other;
  const char* cause;
  Facts facts;
};
Race make_race(const RaceWith& r, const Touch& t, std::uintptr_t pc);

void report_misaligned(const Touch& t);
/// Memory that nothing has a right to, or that has been freed.
void report_out_of_bounds(const Touch& t);

/// "reads", "writes", "updates"
const char* verb(const Touch& t);

}  // namespace simt::check
