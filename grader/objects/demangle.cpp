#include "objects/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

#include "base/utf8.h"

namespace warpgrade {
namespace {

constexpr std::size_t longest_mangled = 2048;  // the demangler recurses
constexpr std::size_t longest_spelling = 1 << 20;
constexpr std::size_t longest_shown = 512;

/// An upper bound on the demangled length: each reference to an earlier part ("S_", "S0_", "T_")
/// can double it; a pack expansion
/// ("Dp") repeats it for at most each listed element. Identifiers that look like references are
/// counted, too.
std::size_t spelling_bound(std::string_view name) {
  std::size_t bytes = name.size();
  for (std::size_t i = 0; i + 1 < name.size() && bytes <= longest_spelling; ++i) {
    const char next = name[i + 1];
    const bool number = (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z') || next == '_';
    if ((name[i] == 'S' || name[i] == 'T') && number) bytes *= 2;
    if (name[i] == 'D' && next == 'p') bytes *= name.size();
  }
  return bytes;
}

}  // namespace

std::string shown_name(std::string_view name) {
  return plain_text(name.substr(0, longest_shown)) + (name.size() > longest_shown ? "…" : "");
}

std::string demangled(std::string_view name) {
  if (name.substr(0, 2) != "_Z" || name.size() > longest_mangled ||
      spelling_bound(name) > longest_spelling)
    return shown_name(name);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? shown_name(text.get()) : shown_name(name);
}

}  // namespace warpgrade
