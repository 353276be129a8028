#include "import/folding.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace warpgrade {
namespace {

std::string mapped(std::string_view text, int more) {
  const std::string valid = valid_utf8(trimmed(text));
  utf8proc_uint8_t* to = nullptr;
  const auto length =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(valid.data()),
                   static_cast<utf8proc_ssize_t>(valid.size()), &to,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE |
                                                  UTF8PROC_CASEFOLD | more));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(to, &std::free);
  if (length < 0) return valid;
  return {reinterpret_cast<const char*>(to), static_cast<std::size_t>(length)};
}

bool is_letter_or_digit(char32_t point) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(point))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return true;
    default:
      return false;
  }
}

std::string letters_and_digits(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (is_letter_or_digit(next_point(text, at))) result += text.substr(begin, at - begin);
  }
  return result;
}

}  // namespace

std::string folded(std::string_view text) { return mapped(text, 0); }

std::string squeezed(std::string_view text) { return letters_and_digits(folded(text)); }

std::set<std::string> spellings(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (c == ' ' || c == ',' || c == '\t') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  std::set<std::string> result;
  for (std::size_t turn = 0; turn < words.size(); ++turn) {
    std::rotate(words.begin(), words.begin() + 1, words.end());
    std::string joined;
    for (const std::string& word : words) joined += squeezed(word);
    if (!joined.empty()) result.insert(joined);
  }
  return result;
}

std::string without_accents(std::string_view text) {
  return letters_and_digits(mapped(text, UTF8PROC_STRIPMARK));
}

}  // namespace warpgrade
