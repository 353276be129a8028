// Where a function is defined in a student's file, as far as its text tells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade {

/// `text` with its comments, strings and directives blank: as long, and with the same lines.
std::string code_alone(std::string_view text);

/// Likewise, with its comments alone blank.
std::string without_comments(std::string_view text);

/// Where the definition of that function has its name, in what code_alone() gave; npos where it is
/// not found.
std::size_t find_definition(std::string_view code, std::string_view name);

}  // namespace warpgrade
