// What is known about a kernel, by its address.
#pragma once

#include <cstddef>

#include "simt/launch.h"

namespace simt::detail {

void note_function(const void* function, const Site& site);
// Bytes of dynamic shared memory that a launch may ask for.
std::size_t dynamic_shared_limit(const void* function);

}  // namespace simt::detail
