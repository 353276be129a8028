// Whether two accesses that nothing orders are how threads talk to each other.
#pragma once

#include "check/state.h"

namespace simt::check {

enum class Talk {
  no,
  yes,
  if_flag,  // both are volatile: it depends on what the variable is (flags.h)
};

/// The running thread's access, and that of `other`, made at `other_pc` as an Origin keeps it.
Talk talk(const Touch& t, std::uint32_t other_pc, Key other);

}  // namespace simt::check
