// Is there something that orders an access after what another thread did, and what to say if not.
#pragma once

#include <string>

#include "state.h"

namespace simt::check {

/// Whether all that `other` stands for comes before what the running thread does now.
bool is_ordered(Key other);

/// `other_pc` as an Origin keeps it. `reader`: the two threads of an Origin that read, or null.
void tell_race(const Touch& t, std::uintptr_t pc, Key other, std::uint32_t other_pc,
               const std::uint16_t* reader, bool other_wrote);

/// Memory that nothing has a right to, or that has been freed.
void tell_outside(const Touch& t);
void tell_host_outside(const Touch& t);

/// "reads", "writes", "updates"
const char* verb(const Touch& t);

}  // namespace simt::check
