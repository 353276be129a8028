// What of the C++ library and of the compiler's runtime a lab's code may use.
#pragma once

#include <string_view>

namespace warpgrade {

/// By the symbol of the Itanium ABI: strings, containers, printing, exceptions, threads, time and
/// numbers. Nothing that opens a file or writes to a descriptor, whatever it is wrapped in.
bool is_harmless_cxx(std::string_view symbol);

/// What g++ itself calls: exceptions, wide integers, other number types.
bool is_compilers_own(std::string_view symbol);

}  // namespace warpgrade
