// Accesses by copies, memsets, and host functions in a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/checker.h"

namespace simt::check {

/// Checks the running copy or memset (`from`: 0). `by_host`: a host function in a stream. `at`: the
/// host address of the values when the copy was requested.
void touch_by_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size, bool by_host = false,
                   std::uintptr_t at = 0);
/// Reports and returns whether the memory was freed between request and execution.
bool report_freed(std::uintptr_t address, std::size_t size, bool write);
/// The call copies `bytes` bytes into or from a host array that is shorter.
void report_past_host_array(bool into, std::size_t bytes, const detail::HostArray& array);
/// A copy is refused: reports if it uses memory freed by cudaDeviceReset.
void report_reset_memory(std::uintptr_t address);
/// If the latest copy to the address brought uninitialized host memory: the call of that copy.
std::optional<detail::CallSite> copied_unset(std::uintptr_t address);
/// Called when the memory is freed.
void forget_copies(std::uintptr_t start, std::size_t size);

}  // namespace simt::check
