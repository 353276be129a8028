// UTF-8, as others may have written it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade {

inline constexpr char32_t invalid_point = 0xFFFFFFFF;

/// The code point that begins at `at`, which moves behind it; `invalid_point` for what no UTF-8
/// encoder writes (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF), by one
/// byte.
char32_t next_point(std::string_view text, std::size_t& at);

/// `text` with each byte sequence that is not UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// The beginning of a valid text, at most `most` bytes, that ends with a whole code point.
std::string whole_points(std::string text, std::size_t most);

/// What stands in a field of fixed size that somebody untrusted filled: up to the first zero byte,
/// valid UTF-8, every control character a blank.
std::string plain_text(std::string_view field);

/// What a program said that repeats a student's words (a compiler their source, a runner what they
/// print): at most `most` bytes of it, to the end of a line where one is near, valid UTF-8, every
/// control character but the ends of lines and tabs a blank. Such text passes here where it is
/// read, and nowhere else: what is kept and shown of it is clean.
std::string plain_lines(std::string_view text, std::size_t most);

}  // namespace warpgrade
