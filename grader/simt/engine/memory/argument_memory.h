// Memory for copies of kernel arguments, in an address range of its own.
#pragma once

#include <cstddef>

namespace simt::detail {

// Returns null if there is no memory.
void* allocate_arguments(std::size_t size);
void free_arguments(void* arguments, std::size_t size);

}  // namespace simt::detail
