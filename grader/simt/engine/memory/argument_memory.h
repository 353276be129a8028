// Room for copies of kernel arguments, in addresses of their own.
#pragma once

#include <cstddef>

namespace simt::detail {

// Null where there is no memory.
void* allocate_arguments(std::size_t size);
void free_arguments(void* arguments, std::size_t size);

}  // namespace simt::detail
