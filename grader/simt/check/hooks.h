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

/// The processor has refused an access by its alignment: one that was announced as bytes, because
/// the compiler saw that the address is not a multiple of the type's.
void tell_unseen_misalignment();

/// What the hook that contains this instruction was called for.
HookAccess access_of_hook(std::uintptr_t pc);

}  // namespace simt::check
