// __device__, __constant__ and __managed__ variables: globals that the rewriter puts into their own
// sections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace simt::detail {

// Whether the bytes belong to such a variable.
bool is_symbol(const void* address, std::size_t size);
// Whether the address lies in __constant__ memory.
bool is_constant_symbol(const void* address);
// Whether the address lies in a __managed__ variable.
bool is_managed_symbol(const void* address);
// Start and size of each such section, or of those that are not read-only.
std::vector<std::pair<std::uintptr_t, std::size_t>> symbol_sections();
std::vector<std::pair<std::uintptr_t, std::size_t>> writable_symbol_sections();

}  // namespace simt::detail
