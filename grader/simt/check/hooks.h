#pragma once

#include <cstdint>

#include "state.h"

namespace simt::check {

struct HookAccess {
  std::uintptr_t function;
  unsigned size;
  What what;
};

/// What the hook that contains this instruction was called for.
HookAccess access_of_hook(std::uintptr_t pc);

}  // namespace simt::check
