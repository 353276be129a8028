// Makes text safe to display and fits it into a width. Everything that a student can influence
// passes through here.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace warpgrade {

/// `text` made harmless for a terminal: '\n' is the only control character left; tabs become blanks
/// up to the next multiple of 4; all others, and characters that reorder or hide text, become
/// visible (\x1b, \u202e). Without `unicode` the result is ASCII: signs get a plain spelling ("x"
/// for ×) or become a question mark.
std::string printable(std::string_view text, bool unicode);

/// Calls `each` for each line without its line end; a final '\n' does not begin another line.
template <class Each>
void for_each_line(std::string_view text, Each each) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// `path` as part of a URL (RFC 3986): special bytes are percent-encoded.
std::string percent_encode(std::string_view path);

/// Terminal columns of one line of printable text.
int columns(std::string_view line);

/// `line` cut to at most `width` columns; if it is cut, it ends in "…".
std::string clipped(std::string_view line, int width, bool unicode);

/// `line` padded with blanks to `width` columns.
std::string padded(std::string_view line, int width);

/// `text` wrapped at blanks to `width` columns: the first line begins with `first`, the others with
/// blanks of the same width. Line breaks in `text` stay. A line that begins with a blank is a
/// picture: it is cut, not wrapped. A word too long for a line stays whole (a path to copy). Ends
/// in '\n'.
std::string wrapped(std::string_view text, int width, std::string_view first, bool unicode);

}  // namespace warpgrade
