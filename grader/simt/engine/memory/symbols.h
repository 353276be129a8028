// __device__, __constant__ and __managed__ variables: globals that the rewriter puts into sections
// of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace simt::detail {

// Whether the bytes belong to such a variable.
bool is_symbol(const void* address, std::size_t size);
// Whether it lies in __constant__ memory.
bool is_constant_symbol(const void* address);
// Whether host and kernels share it.
bool is_managed_symbol(const void* address);
// Start and size of each part of the program that holds such variables.
std::vector<std::pair<std::uintptr_t, std::size_t>> symbol_sections();

}  // namespace simt::detail
