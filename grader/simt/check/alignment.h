// Accesses at an address that is not a multiple of their type's alignment: a GPU stops the kernel.
//
// Theory of operation. A hook knows the size of an access, not its alignment: g++ calls the hook
// for 16 bytes also for a struct of two doubles, which a GPU loads in two halves, and the hook for
// a range of bytes for a double4. -fsanitize=alignment knows the type: before the hook it tests the
// pointer and calls the handler below when the pointer is misaligned. The handler only takes notes,
// because a reference alone does no harm, and neither does a single member that is loaded from a
// misaligned structure. The access that follows decides.
#pragma once

#include "check/state.h"

namespace simt::check {

/// Reports a misaligned access and stops the kernel.
void require_alignment(const Touch& t);

/// The misaligned pointers that were noted have nothing to do with the next access.
void forget_misaligned_pointers();

}  // namespace simt::check
