// Attributes of kernels, by address.
#pragma once

#include <cstddef>

#include "simt/launch.h"

namespace simt::detail {

void note_function(const void* function, const Site& site);
// Bytes of dynamic shared memory that a launch may ask for.
std::size_t dynamic_shared_limit(const void* function);
// Bytes of static and dynamic shared memory together that a block may have: max_shared_per_block,
// or the device's limit after the program called cudaFuncSetAttribute.
std::size_t shared_limit(const void* function);

// Bytes of static shared memory, measured when blocks run. 0: none, or the kernel has not run.
std::size_t static_shared_bytes(const void* function);
void note_static_shared(const void* function, std::size_t bytes);
bool has_run(const void* function);

}  // namespace simt::detail
