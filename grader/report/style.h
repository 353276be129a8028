// How a stream likes its text: colours, width, which signs.
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

/// "always", "never", or "auto": as detect_style() finds; for all of the process.
void use_colour(std::string_view when);

/// All findings and cases, with commands and seeds; for all of the process.
void use_verbose(bool verbose);

/// The style for what goes to `fd`. Unless use_colour() says otherwise, colours only on a terminal,
/// not with NO_COLOR set to something (no-color.org) and not with TERM=dumb; anywhere with
/// FORCE_COLOR (force-color.org) set to something but 0. The terminal's width up to 100; without a
/// terminal what COLUMNS says, else 80. Signs beyond ASCII where the locale of the environment is
/// UTF-8.
Style detect_style(int fd);

/// True where `fd` is a terminal that understands escape sequences.
bool is_live_terminal(int fd);

enum class Tone { plain, strong, good, bad, open, grader_error, quiet };

/// `text`, one line, in that tone. `text` must be printable already.
std::string paint(const Style& style, Tone tone, std::string_view text);

}  // namespace warpgrade
