// Text that is safe to show and fits its place. Whatever a student can influence passes here first.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace warpgrade {

/// `text` made harmless for a terminal: of the control characters only '\n' stays; tabs become
/// blanks to the next multiple of 4, and all others, like the marks that turn the direction of
/// writing or hide characters, become visible (\x1b, \u202e). Without `unicode` the rest is ASCII
/// too: signs with a plain spelling get that ("x" for ×), others a question mark.
std::string printable(std::string_view text, bool unicode);

/// Each line without its end; behind the last '\n' comes none.
template <class Each>
void for_each_line(std::string_view text, Each each) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// `path` in an address (RFC 3986): bytes that could mean something else are encoded.
std::string percent_encode(std::string_view path);

/// Terminal columns of one line of printable text.
int columns(std::string_view line);

/// `line` cut to at most `width` columns; a cut one ends in "…".
std::string clipped(std::string_view line, int width, bool unicode);

/// `line` with blanks after it, to `width` columns.
std::string padded(std::string_view line, int width);

/// `text` broken at blanks to `width` columns: the first line begins with `first`, the others with
/// blanks as wide as it. Line breaks in `text` stay. A line that begins with a blank is a picture:
/// it is cut, not broken. A word too long for a line stays whole (a path to copy). Ends in '\n'.
std::string wrapped(std::string_view text, int width, std::string_view first, bool unicode);

}  // namespace warpgrade
