// Demangles C++ names.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade {

/// The demangled `name` in the form of shown_name(). Returns it unchanged if it is not mangled or
/// might become very long: mangled names can refer to their own parts, so each reference may double
/// the length, and students choose the names.
std::string demangled(std::string_view name);

/// A symbol for display, which may contain any bytes: plain text, at most 512 bytes of it and "…"
/// for the rest.
std::string shown_name(std::string_view name);

}  // namespace warpgrade
