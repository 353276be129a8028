// Reads the symbols of an object or program from its ELF tables. Names may have any length and
// contain any bytes, unlike in text output of a tool.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace warpgrade {

struct ObjectSymbol {
  std::string_view name;  // mangled, as in the file
  bool defined = false;
  bool code = false;
  bool local = false;
  std::uint64_t address = 0;  // in a program
};

/// Calls `visit` for every named symbol. False if `file` is not a complete 64-bit ELF file of this
/// machine's byte order; offsets outside the file are rejected.
bool visit_symbols(std::string_view file, const std::function<void(const ObjectSymbol&)>& visit);

/// The first name of a symbol, section or source file that contains a control character, or "".
/// Compilers create none, but `asm` in host code can: a line break in a name would look like
/// separate lines in objdump's output.
std::string_view name_with_control_characters(std::string_view file);

}  // namespace warpgrade
