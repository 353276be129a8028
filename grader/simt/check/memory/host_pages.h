// What a kernel or a copy has stored in memory that the host reads where it is (managed, pinned) is
// closed to host code until it looks: a hook announces that, and where none does (a function of the
// C library, or of one that was compiled before), the processor refuses the access. So all that the
// host has seen can be counted. Memory of a device is closed likewise where the processor has no
// keys for that (engine/memory/protection.h). While a kernel or a copy runs, all is open.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

/// From now on, or no longer; opens everything.
void close_pages_to_host(bool wanted);
/// A grid, copy or memset is about to run; it has ended.
void open_pages_to_operation();
void close_pages_behind_operation();
/// The allocation that begins there is freed.
void forget_pages(std::uintptr_t start);
/// A hook announces that the host is about to use these bytes.
void open_pages_to_host(std::uintptr_t address, std::size_t size);
/// The host was refused an access there. True: all of the page counts as seen, and it is open now.
bool open_page_unannounced(std::uintptr_t address);

}  // namespace simt::check
