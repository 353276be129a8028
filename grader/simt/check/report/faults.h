// What the processor refused: mostly hooks that look at the cell of an address that has none,
// because it belongs to nothing.
#pragma once

#include "check/memory/lent_pages.h"
#include "engine/division.h"
#include "engine/fault.h"

namespace simt::check {

/// On the host: says where the access itself was.
void report_host_fault(Fault& f);

/// An integer division without a defined result, at which a GPU does not stop.
void report_division(const detail::Division& division, const void* pc);

/// In a kernel: tells, and corrects what `f` says. True: the address has a cell now, lent so that
/// the kernel goes on and its other mistakes are found as well; it fails in the end.
bool mend_kernel_fault(Fault& f, LentPages& lent);

}  // namespace simt::check
