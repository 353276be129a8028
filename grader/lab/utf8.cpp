#include "lab/utf8.h"

#include <algorithm>
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

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    if (next_point(text, at) == invalid_point)
      out += "\uFFFD";
    else
      out += text.substr(from, at - from);
  }
  return out;
}

std::string plain_text(std::string_view field) {
  std::string text = valid_utf8(field.substr(0, field.find('\0')));
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return text;
}

}  // namespace warpgrade
