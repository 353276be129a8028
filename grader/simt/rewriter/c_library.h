// The C library functions that a lab's code may call, and where: those that CUDA also has on a
// device, and those for host code only. A function on neither list can reach things outside the
// program (files, descriptors, other memory), or is one that no lab needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::rewrite {

enum class CFunction {
  unlisted,
  host,   // harmless; nvcc refuses calls from device code
  device  // also in CUDA: arithmetic, copies, printf, malloc
};

/// By name in an object or a source, including names to which the C library's headers redirect it
/// (__isoc99_sscanf, __sprintf_chk).
CFunction c_function(std::string_view name);

/// The functions that CUDA also has and that load or store by a pointer: simtcc gives calls of
/// each to check/hooked_functions.cpp.
std::vector<std::string> hooked_functions();

/// `stderr` and similar variables.
bool is_c_variable(std::string_view name);

}  // namespace simt::rewrite
