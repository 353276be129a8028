// The hooks that instrumented code calls before it accesses memory.
#pragma once

#include <cstdint>

#include "check/state.h"

/// Of a hook: where it was called.
#define SIMT_RETURN_ADDRESS reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace simt::check {

/// An access that no short way (short_ways.h) is for. `bytes`: of any alignment. `pc`: the return
/// address of the hook.
void touch_at(void* p, unsigned size, What what, bool is_volatile, bool bytes, std::uintptr_t pc);

struct HookAccess {
  std::uintptr_t function;
  unsigned size;
  What what;
};

/// Whether the call that returns to this place was that of a hook for a volatile access.
bool called_for_volatile(std::uintptr_t return_address);

/// The processor has refused an access by its alignment: one that was announced as bytes, because
/// the compiler saw that the address is not a multiple of the type's.
void report_unseen_misalignment();

/// What the hook that contains this instruction was called for.
HookAccess access_of_hook(std::uintptr_t pc);

}  // namespace simt::check
