// Accesses by the host's own code to memory that it shares with kernels, or must not access.
#pragma once

#include "check/state.h"

namespace simt::check {

void touch_on_host(const Touch& t);
/// The processor refused a host access to a closed page (host_pages.h). What is certain of it is
/// its address. `interrupted`: the program counter.
void touch_unannounced(std::uintptr_t address, What what, std::uintptr_t interrupted);
void report_host_out_of_bounds(const Touch& t);
/// Called when the memory is freed.
void forget_host_reads(std::uintptr_t start, std::size_t size);

}  // namespace simt::check
