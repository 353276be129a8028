// Ages cells, which outlive both calls and the numbers of intervals: earlier accesses become "long
// ago".
#pragma once

#include "check/shadow.h"

namespace simt::check {

/// A checked call begins: existing allocations belong to earlier calls.
void begin_call();
/// Whether the value was stored in this call, by anything.
bool written_in_call(Key write);
/// Whether the host stored the value in this call.
bool set_by_host(Key write);

/// Marks every written cell as written long ago.
void age_all_cells();

}  // namespace simt::check
