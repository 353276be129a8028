// What of the C library a lab's code may call, and where: the functions that CUDA has on a device,
// too, and those of the host's code alone. A function that is on neither list can reach what is not
// the program's (files, descriptors, other memory), or is one that no lab needs.
#pragma once

#include <string_view>

namespace simt::rewrite {

enum class CFunction {
  unlisted,
  host,   // harmless, and nvcc refuses a call of it from device code
  device  // CUDA's as well: arithmetic, copies, printf, malloc
};

/// By the name in an object or a source: also where the C library's headers redirect it
/// (__isoc99_sscanf, __sprintf_chk).
CFunction c_function(std::string_view name);

/// `stderr` and the like: variables, not functions.
bool is_c_variable(std::string_view name);

}  // namespace simt::rewrite
