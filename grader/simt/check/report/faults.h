// Accesses that the processor refused: mostly hooks that read the cell of an address outside of
// known memory, which has none.
#pragma once

#include "check/memory/lent_pages.h"
#include "engine/division.h"
#include "engine/fault.h"

namespace simt::check {

/// A fault on the host: adds the place of the access itself.
void report_host_fault(Fault& f);

/// Reports an integer division without a defined result, which does not stop a GPU.
void report_division(const detail::Division& division, const void* pc);

/// A fault in a kernel: reports it and corrects the description in `f`. Returns true if the address
/// now has a temporary page and cell, so that the kernel continues, its other mistakes are found,
/// and it fails in the end.
bool handle_kernel_fault(Fault& f, LentPages& lent);

}  // namespace simt::check
