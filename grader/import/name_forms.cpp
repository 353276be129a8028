#include "import/name_forms.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "import/folding.h"

namespace warpgrade {
namespace {

bool is_latin(char32_t point) { return point < 0x370 || (point >= 0x1E00 && point < 0x1F00); }

/// What is in one script, and what is outside parentheses.
struct Parts {
  std::string latin, other, outside;
  bool has_digit_inside = false;
};

Parts split(const std::string& name) {
  Parts parts;
  bool inside = false;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t begin = at;
    const char32_t point = next_point(name, at);
    const std::string text = name.substr(begin, at - begin);
    if (point == U'(' || point == U'\uff08') inside = true;
    parts.has_digit_inside |= inside && is_digits(text);
    const bool is_letter = !squeezed(text).empty();
    parts.latin += !is_letter || is_latin(point) ? text : " ";
    parts.other += !is_letter || !is_latin(point) ? text : " ";
    if (!inside) parts.outside += text;
    if (point == U')' || point == U'\uff09') inside = false;
  }
  return parts;
}

}  // namespace

std::vector<std::string> name_forms(const std::string& name) {
  constexpr std::size_t longest = 300;  // bytes; a longer text is no name
  const bool is_plain = std::all_of(name.begin(), name.end(), [](char c) {
    return c != '(' && static_cast<unsigned char>(c) < 0x80;
  });
  if (is_plain || name.size() > longest) return {};
  const Parts parts = split(name);
  const std::string whole = squeezed(name), latin = squeezed(parts.latin),
                    other = squeezed(parts.other), outside = squeezed(parts.outside);
  std::vector<std::string> forms;
  if (parts.has_digit_inside) return forms;
  if (!outside.empty() && outside != whole) forms.push_back(parts.outside);
  if (latin.empty() || other.empty()) return forms;
  // A single word or letter beside the other script is rather a title than a name.
  const std::string words = std::string(trimmed(parts.latin));
  if (words.find_first_of(" ,") != words.npos) forms.push_back(parts.latin);
  std::size_t points = 0;
  for (std::size_t at = 0; at < other.size(); ++points) next_point(other, at);
  if (points > 1) forms.push_back(parts.other);
  return forms;
}

}  // namespace warpgrade
