// Accesses by copies, memsets, and functions of the host in a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/checker.h"

namespace simt::check {

/// The running copy or memset (`from`: 0). `by_host`: a function of the host in a stream.
/// `at`: where the host's values stood when it was called for.
void touch_by_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size, bool by_host = false,
                   std::uintptr_t at = 0);
/// Whether memory that it would use was freed meanwhile; and tells.
bool report_freed(std::uintptr_t address, std::size_t size, bool write);
/// The call copies `bytes` into or from the host's array, which has not as many.
void report_past_host_array(bool into, std::size_t bytes, const detail::HostArray& array);
/// A copy is refused: tells where it would use memory that cudaDeviceReset has freed.
void report_reset_memory(std::uintptr_t address);
/// Words that the latest copies have brought from memory of the host that was never set: by which.
std::optional<detail::CallSite> copied_unset(std::uintptr_t address);
/// The memory is freed.
void forget_copies(std::uintptr_t start, std::size_t size);

}  // namespace simt::check
