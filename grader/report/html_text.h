// Text that others wrote (a student, a compiler, a manifest) as HTML: data, never markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace warpgrade::html {

/// `text` for the content of an element or for an attribute in double quotes. Control characters
/// but
/// '\n' and marks that hide or turn text become visible, as in the terminal report (printable()).
std::string escaped(std::string_view text);

/// Appends a part of a source line for the content of an element: tabs stay, and what was made
/// visible stands in an element of its own, so that it is not taken for what the student typed.
void append_code(std::string& out, std::string_view text);

/// The longest beginning of `text` of at most `most` bytes that cuts no UTF-8 sequence.
std::string_view beginning(std::string_view text, std::size_t most);

/// 12345678 with spaces that do not break: "12 345 678".
std::string grouped(long long n);

}  // namespace warpgrade::html
