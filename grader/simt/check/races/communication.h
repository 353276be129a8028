// Whether two unordered accesses are intended communication between threads.
#pragma once

#include "check/state.h"

namespace simt::check {

enum class Communication {
  no,
  yes,
  if_flag,  // both are volatile: only if the variable is a flag (flags.h)
};

/// The running thread's access, and that of `other`, made at `other_pc` as stored in an Origin.
Communication classify_communication(const Touch& t, std::uint32_t other_pc, Key other);

}  // namespace simt::check
