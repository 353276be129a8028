// The parts of the C++ library and the compiler's runtime that a lab's code may use.
#pragma once

#include <string_view>

namespace warpgrade {

/// By symbol (Itanium ABI): strings, containers, printing, exceptions, threads, time and numbers.
/// Nothing that opens a file or writes to a descriptor, even indirectly.
bool is_harmless_cxx(std::string_view symbol);

/// Functions that g++ calls itself: exceptions, wide integers, other number types.
bool is_compiler_runtime(std::string_view symbol);

}  // namespace warpgrade
