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

/// Whether the host stored the word, or a byte of it, in this call.
bool has_hosts_value(std::uintptr_t word);

/// The numbers of intervals run out: restarts them, and gives every cell the number that holds
/// then.
void renumber_intervals();

}  // namespace simt::check
