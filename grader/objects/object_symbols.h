// The symbols of an object or a program, from its ELF tables: names of any length, and of any
// bytes, which text that a tool prints would have to survive.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace warpgrade {

struct ObjectSymbol {
  std::string_view name;  // mangled, as it stands in the file
  bool defined = false;
  bool code = false;
  bool local = false;
  std::uint64_t address = 0;  // of a program's
};

/// Calls `visit` for every symbol with a name. False where `file` is no whole 64-bit ELF file of
/// this machine's byte order: nothing that it says of itself leads out of it.
bool visit_symbols(std::string_view file, const std::function<void(const ObjectSymbol&)>& visit);

/// The first name of a symbol, a section or a source file that has a control character in it, or
/// "". Compilers make none, host code's `asm` can: with a line break in it a name would read as
/// lines of its own in the text that objdump prints.
std::string_view name_with_control_characters(std::string_view file);

}  // namespace warpgrade
