#include "report/html_text.h"

#include <fmt/format.h>

#include "report/text.h"

namespace warpgrade::html {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool is_plain(char c) {
  return (c >= 0x20 && c < 0x7F && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'') ||
         c == '\n' || c == '\t';
}

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&#34;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  const std::string shown = printable(text, true);
  std::string out;
  out.reserve(shown.size() + shown.size() / 8);
  for (const char c : shown) {
    if (const std::string_view e = entity(c); !e.empty())
      out += e;
    else
      out += c;
  }
  return out;
}

void append_code(std::string& out, std::string_view text) {
  bool marked = false;  // inside the element for characters made visible
  const auto mark = [&](bool on) {
    if (on != marked) out += on ? "<b>" : "</b>";
    marked = on;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_plain(c)) {
      mark(false);
      out += c;
      ++at;
    } else if (const std::string_view e = entity(c); !e.empty()) {
      // This text is never an attribute, so quotes stay as they are, which keeps pages small.
      mark(false);
      if (c == '"' || c == '\'')
        out += c;
      else
        out += e;
      ++at;
    } else if (text.substr(at, 2) == "\r\n") {
      ++at;
    } else {
      const std::size_t from = at;
      next_point(text, at);
      const std::string_view sequence = text.substr(from, at - from);
      const std::string shown = printable(sequence, true);
      mark(shown != sequence);
      out += shown;
    }
  }
  mark(false);
}

std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && is_continuation(text[most])) --most;
  return text.substr(0, most);
}

std::string grouped(long long n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3)
    digits.insert(at - 3, "\u00A0");
  return digits;
}

}  // namespace warpgrade::html
