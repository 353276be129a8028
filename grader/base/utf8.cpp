#include "base/utf8.h"

#include <array>

namespace warpgrade {

char32_t next_point(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || at + more > text.size()) return invalid_point;
  char32_t point = lead & (0x3F >> more);
  for (std::size_t i = 0; i < more; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0) != 0x80) return invalid_point;
    point = point << 6 | (byte & 0x3F);
  }
  constexpr std::array<char32_t, 4> smallest = {0, 0x80, 0x800, 0x10000};
  if (point < smallest[more] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF))
    return invalid_point;
  at += more;
  return point;
}

namespace {

bool is_no_text(char32_t point) { return point == invalid_point || is_noncharacter(point); }

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    if (is_no_text(next_point(text, at)))
      out += "\uFFFD";
    else
      out += text.substr(from, at - from);
  }
  return out;
}

std::string whole_points(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
  return text;
}

namespace {

/// `text` as valid UTF-8 without noncharacters, with a blank for each control character that is not
/// in `kept`. (C1's, U+0080 to U+009F, begin a terminal's commands as ESC does.)
std::string without_controls(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    const char32_t point = next_point(text, at);
    const bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
    if (is_no_text(point))
      out += "\uFFFD";
    else if (control && kept.find(text[from]) == kept.npos)
      out += ' ';
    else
      out += text.substr(from, at - from);
  }
  return out;
}

}  // namespace

std::string plain_text(std::string_view field) {
  return without_controls(field.substr(0, field.find('\0')), "");
}

std::string plain_lines(std::string_view text, std::size_t most) {
  if (text.size() > most) {
    text = text.substr(0, most);
    const auto end = text.rfind('\n');
    if (end != text.npos && end > most / 2) text = text.substr(0, end + 1);
  }
  return without_controls(text, "\n\t");
}

}  // namespace warpgrade
