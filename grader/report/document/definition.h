// Finds the definition of a function in a student's file, by its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade {

/// `text` with comments, strings and directives replaced by blanks: same length, same lines.
std::string code_alone(std::string_view text);

/// The same, but only comments are replaced.
std::string without_comments(std::string_view text);

/// The position of the function's name in its definition, in the result of code_alone(); npos if
/// not found.
std::size_t find_definition(std::string_view code, std::string_view name);

}  // namespace warpgrade
