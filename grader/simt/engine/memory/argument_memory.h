// Memory for copies of kernel arguments, in an address range of its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::detail {

// Returns null if there is no memory.
void* allocate_arguments(std::size_t size);
void free_arguments(void* arguments, std::size_t size);

// Between these two the calling thread makes or destroys the arguments there, which nobody else may
// access but the kernel itself, for reading.
void open_arguments(const void* arguments, std::size_t size);
void close_arguments();
bool in_open_arguments(std::uintptr_t address, std::size_t size);

}  // namespace simt::detail
