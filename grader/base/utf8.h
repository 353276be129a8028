// Handles UTF-8 from untrusted sources.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade {

inline constexpr char32_t invalid_point = 0xFFFFFFFF;

/// The code point at `at`, which is advanced past it. `invalid_point`, advancing one byte, for
/// anything that is not valid UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above
/// U+10FFFF).
char32_t next_point(std::string_view text, std::size_t& at);

/// Unicode reserves these for programs: valid UTF-8, but U+FFFE and U+FFFF may not occur in XML,
/// and none of them in HTML.
constexpr bool is_noncharacter(char32_t point) {
  return (point & 0xFFFE) == 0xFFFE || (point >= 0xFDD0 && point <= 0xFDEF);
}

/// Replaces each invalid byte sequence of `text`, and each noncharacter, by U+FFFD.
std::string valid_utf8(std::string_view text);

/// The beginning of a valid text, at most `most` bytes, cut between code points.
std::string whole_points(std::string text, std::size_t most);

/// The text in a fixed-size field from an untrusted source: up to the first zero byte, as valid
/// UTF-8 without noncharacters, with control characters replaced by blanks.
std::string plain_text(std::string_view field);

/// Output of a program that may repeat a student's text (a compiler or the runner): at most `most`
/// bytes, cut at the end of a line if one is near, as valid UTF-8 without noncharacters, with
/// control characters except line ends and tabs replaced by blanks. All such text is cleaned here
/// when it is read, so that stored and displayed text is clean.
std::string plain_lines(std::string_view text, std::size_t most);

}  // namespace warpgrade
