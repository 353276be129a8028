// What is known about a kernel, by its address.
#pragma once

#include <cstddef>

#include "simt/launch.h"

namespace simt::detail {

void note_function(const void* function, const Site& site);
// Bytes of dynamic shared memory that a launch may ask for.
std::size_t dynamic_shared_limit(const void* function);
// Bytes of shared memory of both kinds that a block may have: by default max_shared_per_block, and
// what the device has where the program has called cudaFuncSetAttribute.
std::size_t shared_limit(const void* function);

// Bytes of static shared memory, known only from blocks that ran; 0: none, or none has run.
std::size_t static_shared_bytes(const void* function);
void note_static_shared(const void* function, std::size_t bytes);
bool has_run(const void* function);

}  // namespace simt::detail
