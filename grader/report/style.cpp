#include "report/style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>

namespace warpgrade {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// Reads the variables instead of calling setlocale(), so that number formatting stays in the C
// locale. The order is POSIX's (XBD 8.2).
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(variable(name));
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

enum class Colour { by_fd, always, never };
Colour asked_for = Colour::by_fd;  // for the whole process, set at startup
bool asked_for_all = false;        // for the whole process, set at startup

int terminal_width(int fd) {
  constexpr int usual = 80, longest_to_read = 100, narrowest = 40;
  winsize size{};
  int width = 0;
  if (isatty(fd) != 0 && ioctl(fd, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  const std::string_view given = variable("COLUMNS");
  if (width == 0) std::from_chars(given.data(), given.data() + given.size(), width);
  return width <= 0 ? usual : std::clamp(width, narrowest, longest_to_read);
}

std::string_view sequence(Tone tone) {
  // The 16 basic colors, which every terminal theme keeps readable on its background.
  switch (tone) {
    case Tone::plain:
      return "";
    case Tone::strong:
      return "\x1b[1m";
    case Tone::good:
      return "\x1b[32m";
    case Tone::bad:
      return "\x1b[31m";
    case Tone::open:
      return "\x1b[33m";
    case Tone::grader_error:
      return "\x1b[35m";
    case Tone::quiet:
      return "\x1b[2m";
  }
  return "";
}

}  // namespace

bool is_live_terminal(int fd) {
  const std::string_view terminal = variable("TERM");
  return isatty(fd) != 0 && !terminal.empty() && terminal != "dumb";
}

void use_colour(std::string_view when) {
  asked_for = when == "always" ? Colour::always : when == "never" ? Colour::never : Colour::by_fd;
}

void use_verbose(bool verbose) { asked_for_all = verbose; }

Style detect_style(int fd) {
  Style style;
  style.verbose = asked_for_all;
  style.colour = asked_for != Colour::by_fd         ? asked_for == Colour::always
                 : !variable("NO_COLOR").empty()    ? false
                 : !variable("FORCE_COLOR").empty() ? variable("FORCE_COLOR") != "0"
                                                    : is_live_terminal(fd);
  style.width = terminal_width(fd);
  style.unicode = locale_is_utf8();
  return style;
}

std::string paint(const Style& style, Tone tone, std::string_view text) {
  const std::string_view begin = sequence(tone);
  if (!style.colour || begin.empty() || text.empty()) return std::string(text);
  std::string out(begin);
  out += text;
  out += "\x1b[0m";
  return out;
}

}  // namespace warpgrade
