// Untrusted text (of a student, a compiler, a manifest) as HTML: always data, never markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/text.h"

namespace warpgrade::html {

/// `text` as content of an element or of an attribute in double quotes. Control characters except
/// '\n', and characters that hide or reorder text, become visible, as in the terminal report
/// (printable()).
std::string escaped(std::string_view text);

/// Appends a part of a source line as content of an element. Tabs stay; characters made visible get
/// an element of their own, so that they are not mistaken for the student's text.
void append_code(std::string& out, std::string_view text);

/// The longest beginning of `text` with at most `most` bytes that does not split a UTF-8 sequence.
std::string_view beginning(std::string_view text, std::size_t most);

/// 12345678 with non-breaking spaces: "12 345 678".
std::string grouped(long long n);

}  // namespace warpgrade::html
