// The text style of a stream: colors, width, character set.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade {

struct Style {
  bool colour = false;
  int width = 80;  // columns
  bool unicode = true;
  bool verbose = false;  // all findings and cases, with commands and seeds
};

/// "always", "never", or "auto" (decided by detect_style()). Applies to the whole process.
void use_colour(std::string_view when);

/// Whether to show all findings and cases, with commands and seeds. Applies to the whole process.
void use_verbose(bool verbose);

/// The style for output to `fd`. Unless use_colour() was called, colors are used only on a terminal
/// without NO_COLOR (no-color.org) and without TERM=dumb, or anywhere with FORCE_COLOR
/// (force-color.org) set to something but 0. The width is the terminal's, up to 100; without a
/// terminal it is COLUMNS or 80. Non-ASCII signs are used if the environment's locale is UTF-8.
Style detect_style(int fd);

/// Whether `fd` is a terminal that understands escape sequences.
bool is_live_terminal(int fd);

enum class Tone { plain, strong, good, bad, open, grader_error, quiet };

/// `text`, one line that is already printable, in that tone.
std::string paint(const Style& style, Tone tone, std::string_view text);

}  // namespace warpgrade
