// Accesses at an address that is not a multiple of their type's alignment: a GPU stops the kernel.
// Theory of operation. A hook knows an access's size, not its alignment: g++ uses the hook for 16
// bytes also for a struct of two doubles, which a GPU loads in two halves, and the hook for byte
// ranges for a double4. -fsanitize=alignment knows the type: before the hook it tests the pointer
// and, if that is misaligned, calls the handler below. The handler only records the pointer,
// because forming a reference is harmless, and so is loading one member of a misaligned structure.
// The access that follows decides.
#pragma once

#include "check/state.h"

namespace simt::check {

/// Reports a misaligned access and stops the kernel.
void require_alignment(const Touch& t);

/// Discards the recorded misaligned pointers: they are unrelated to the next access.
void forget_misaligned_pointers();

}  // namespace simt::check
