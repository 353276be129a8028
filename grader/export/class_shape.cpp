#include "export/class_shape.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <vector>

namespace warpgrade {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool has_digit(std::string_view text) {
  for (const char c : text)
    if (is_digit(c)) return true;
  return false;
}

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

/// The end of the group that opens at `at`, or npos.
std::size_t end_of_group(std::string_view text, std::size_t at, char open, char close) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == open ? 1 : text[at] == close ? -1 : 0;
    if (depth == 0) return at;
  }
  return text.npos;
}

/// Quoted names of the student's and groups with numbers in them: (1,0,0), (from row 8 of 9), [3].
std::string without_groups(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '[') {
      // An element: its array's name goes too.
      const std::size_t end = end_of_group(text, at, '[', ']');
      if (end != text.npos) {
        while (!out.empty() && is_word(out.back())) out.pop_back();
        at = end;
        continue;
      }
    }
    if (c == '(') {
      const std::size_t end = end_of_group(text, at, '(', ')');
      if (end != text.npos && end > at + 1 && has_digit(text.substr(at, end - at))) {
        at = end;
        continue;
      }
    }
    if (c == '\'') {
      const std::size_t end = text.find('\'', at + 1);
      if (end != text.npos && end - at < 200) {
        at = end;
        continue;
      }
    }
    out += c;
  }
  return out;
}

/// Without " at jacobi.cu:10", whatever the file's name.
std::string without_places(std::string text) {
  for (std::size_t at = 0; (at = text.find(" at ", at)) != text.npos;) {
    const std::size_t from = at + 4;
    const std::size_t colon = text.find(':', from), end = text.find(' ', from);
    const bool place = colon < end && colon + 1 < text.size() && is_digit(text[colon + 1]);
    if (!place) {
      at = from;
      continue;
    }
    std::size_t behind = colon + 1;
    while (behind < text.size() && is_digit(text[behind])) ++behind;
    text.erase(at, behind - at);
  }
  return text;
}

/// Names of the student's own stand between these words and the next mark.
constexpr std::array<std::string_view, 8> before_names = {
    " reads ",  " writes ",     " updates ",      " from ",
    " end of ", " written to ", " changed what ", " elements of "};

/// Singular and plural, present and past of them, as one.
std::string in_singular(std::string word) {
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (word == "were" || word == "are" || word == "was") return "is";
  if (word == "they") return "it";
  if (word == "have") return "has";
  if (word.size() > 2 && word.back() == 's' && word != "is" && word != "its") word.pop_back();
  return word;
}

}  // namespace

std::string gist_of(std::string_view diagnosis) {
  // Lines: one wrong value, then what all of them have in common, then remarks.
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < diagnosis.size();) {
    const std::size_t end = std::min(diagnosis.find('\n', at), diagnosis.size());
    if (end > at) lines.push_back(diagnosis.substr(at, end - at));
    at = end + 1;
  }
  if (lines.empty()) return "";
  std::size_t first = 0;
  if (lines.size() > 1 && lines[0].find(" should be ") != lines[0].npos &&
      !begins(lines[1], "largest "))
    first = 1;
  std::string_view text = lines[first];
  // "Thread (1,0,0) of block (0,0,0) reads As[0][0], …. What to do about it."
  if (begins(text, "Thread (") || begins(text, "Lane ")) {
    const std::size_t end = text.find(". ");
    if (end != text.npos && text.size() - end > 20) text.remove_prefix(end + 2);
  }
  return std::string(text);
}

std::string shape_of(std::string_view gist) {
  if (gist.find(" should be ") != gist.npos) return std::string(no_pattern);
  std::string text = without_groups(without_places(std::string(gist)));
  if (const std::size_t at = text.find(", where "); at != text.npos)
    if (const std::size_t end = text.find(" would be", at); end != text.npos)
      text.erase(at, end + 9 - at);
  for (const std::string_view verb : before_names) {
    std::size_t at = text.find(verb);
    if (at == text.npos) continue;
    at += verb.size();
    const std::size_t end = text.find_first_of(",:;?.", at);
    if (end == text.npos || end - at > 80) continue;
    text.erase(at, end - at);
  }
  std::string key;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    while (!word.empty() && word.find_last_of(".,:;?") == word.size() - 1) word.pop_back();
    if (word.empty() || has_digit(word)) continue;
    key += (key.empty() ? "" : " ") + in_singular(word);
  }
  return key;
}

}  // namespace warpgrade
