// The parts of the C++ library and the compiler's runtime that a lab's code may use.
#pragma once

#include <string_view>

namespace warpgrade {

/// By symbol (Itanium ABI): strings, containers, printing, exceptions, threads, time and numbers.
/// Nothing that opens a file or writes to a descriptor, even indirectly.
bool is_harmless_cxx(std::string_view symbol);

/// `operator new` and `operator delete`, of all kinds.
bool is_allocation(std::string_view symbol);

/// Whether the symbol is in one of the C++ library's namespaces: std, __gnu_cxx, __cxxabiv1.
bool is_of_cxx_library(std::string_view symbol);

/// Functions and variables that g++ uses itself: exceptions, wide integers, other number types.
bool is_compiler_runtime(std::string_view symbol);

/// Of these, the functions that only compute, and the variables.
bool is_compiler_arithmetic(std::string_view symbol);
bool is_runtime_variable(std::string_view symbol);

}  // namespace warpgrade
