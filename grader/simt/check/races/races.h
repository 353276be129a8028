// Whether something orders an access after another thread's, and the report if nothing does.
#pragma once

#include "check/report/findings.h"
#include "check/state.h"

namespace simt::check {

/// Whether every access that `other` stands for is ordered before the running thread's next one.
Order determine_order(Key other);
inline bool is_ordered(Key other) { return determine_order(other) != Order::none; }
/// Whether it is by a block of this launch, since the last barrier of the whole grid.
bool in_this_grid(Key other);
/// Whether in_this_grid() holds and the access is by the running thread's block.
bool is_of_this_block(Key other);
/// Whether it is by the running thread's warp, in this launch.
bool in_same_warp(Key other);

/// The other access of a race.
struct RaceWith {
  Key other;
  std::uint32_t pc;             // as stored in an Origin
  bool wrote;                   // false: it read
  const std::uint16_t* reader;  // the two readers kept by an Origin, or null
};

void report_race(const RaceWith& r, const Touch& t, std::uintptr_t pc, Level level = Level::error);

/// Access `r` came before a fence and an atomic or volatile variable that the running thread has
/// read. But the running thread has no fence between that read and this access.
void report_missing_fence(const RaceWith& r, const Touch& t, std::uintptr_t pc);

/// The same with the roles swapped: `r` would have lacked the fence, had the running thread been
/// first to take the lock that orders them.
void report_missing_fence_elsewhere(const RaceWith& r, const Touch& t, std::uintptr_t pc);

/// A race that may be reported later.
struct Race {
  At place, other;
  const char* cause;
  Facts facts;
};
Race make_race(const RaceWith& r, const Touch& t, std::uintptr_t pc);

void report_misaligned(const Touch& t);
/// Memory that is not allocated, or has been freed.
void report_out_of_bounds(const Touch& t);

/// "reads", "writes", "updates"
const char* verb(const Touch& t);

}  // namespace simt::check
