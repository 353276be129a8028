#pragma once

#include <cstdint>

#include "state.h"

namespace simt::check {

struct HookAccess {
  std::uintptr_t function;
  unsigned size;
  What what;
};

/// Whether the call that returns to this place was that of a hook for a volatile access.
bool called_for_volatile(std::uintptr_t return_address);

/// What the hook that contains this instruction was called for.
HookAccess access_of_hook(std::uintptr_t pc);

}  // namespace simt::check
