// Counts what the host reads, and finds what it reads too early. From when a kernel or copy is
// queued, the pages of managed and pinned memory and of the device's variables are closed to host
// code until it accesses them: a hook announces the access, or, where there is none (in C or
// precompiled libraries), the processor refuses it. Device memory is closed the same way on
// processors without memory protection keys (engine/memory/protection.h). While a kernel or copy
// runs, all pages are open.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

/// Turns this on or off; opens everything.
void close_pages_to_host(bool wanted);
/// An operation was queued, and may run later.
void close_pages_to_queued();
/// A grid, copy or memset is about to run, or has ended.
void open_pages_to_operation();
void close_pages_after_operation();
/// The allocation that begins at `start` is freed.
void forget_pages(std::uintptr_t start);
/// A hook announces that the host is about to use these bytes.
void open_pages_to_host(std::uintptr_t address, std::size_t size);
/// The processor refused a host access. If the page was closed, opens it, counts all of it as seen,
/// and returns true.
bool open_page_unannounced(std::uintptr_t address);

}  // namespace simt::check
