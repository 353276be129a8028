// Cells outlive the calls of a program and the numbers of intervals: what they say of the time
// before is that it was long ago.
#pragma once

#include "check/shadow.h"

namespace simt::check {

/// A checked call begins: what is allocated by then an earlier one allocated.
void begin_call();
/// Of a cell: the host made what stands there, in this call.
bool set_by_host(Key write);

/// Every cell that exists counts as written long ago.
void age_all_cells();

}  // namespace simt::check
