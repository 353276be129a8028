// The hooks that instrumented code calls before it accesses memory.
#pragma once

#include <cstdint>

#include "check/state.h"

/// Used inside a hook: the place that called it.
#define SIMT_RETURN_ADDRESS reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace simt::check {

/// An access that no fast path (fast_paths.h) handles. `bytes`: its alignment is arbitrary. `pc`:
/// the return address of the hook.
void touch_at(void* p, unsigned size, What what, bool is_volatile, bool bytes, std::uintptr_t pc);

struct HookAccess {
  std::uintptr_t function;
  unsigned size;
  What what;
};

/// Whether the hook called just before this return address is one for volatile accesses.
bool called_for_volatile(std::uintptr_t return_address);

/// Reports an access that the processor refused as misaligned. The hook announced it as bytes,
/// because the compiler saw that the address is not a multiple of the type's alignment.
void report_unseen_misalignment();

/// The access announced by the hook that contains this instruction.
HookAccess access_of_hook(std::uintptr_t pc);

}  // namespace simt::check
