#include "base/text_mistake.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/decimal.h"
#include "base/words.h"

namespace warpgrade {

TextPlace line_and_column(std::string_view text, std::size_t offset) {
  TextPlace place;
  for (std::size_t i = 0; i < offset; ++i) {
    const bool line_ends =
        text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    place.column = line_ends ? 1 : place.column + 1;
    place.line += line_ends;
  }
  return place;
}

std::string quote_word(std::string_view text, std::size_t offset) {
  constexpr std::size_t longest = 32;  // bytes shown of one word
  if (offset >= text.size()) return "the end of the file";
  const char* const end = text.data() + text.size();
  const char* at = text.data() + offset;
  std::string quoted = "'";
  for (std::size_t shown = 0; at != end && !is_space(*at); ++at, ++shown) {
    if (shown == longest) {
      quoted += "...";
      break;
    }
    const bool printable = *at >= 0x20 && *at <= 0x7e;
    quoted +=
        printable ? std::string(1, *at) : fmt::format("\\x{:02x}", static_cast<unsigned char>(*at));
  }
  return quoted + "'";
}

std::string text_mistake(const std::string& name, std::string_view text, std::size_t offset,
                         const std::string& expected) {
  const TextPlace place = line_and_column(text, offset);
  return fmt::format("{}:{}:{}: found {}, expected {}", name, place.line, place.column,
                     quote_word(text, offset), expected);
}

std::string advice_on_word(std::string_view word, std::string_view text) {
  if (text.empty()) return "The file is empty: copy it again, or make it with `warpgrade data`.";
  if (word.empty()) return "Copy the file again: it may be cut short.";
  if (is_too_large(word)) return "It is beyond the largest double, about 1.8e308.";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return "This is UTF-16 text: save it as UTF-8.";
  }
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  if (std::any_of(word.begin(), word.end(), is_control)) {
    return "This looks like a binary file: name the text file.";
  }
  const auto is_not_ascii = [](char c) { return static_cast<unsigned char>(c) > 0x7e; };
  if (std::any_of(word.begin(), word.end(), is_not_ascii)) {
    return "Write it in plain ASCII: digits, point, minus sign, e.";
  }
  if (word.find(',') != std::string_view::npos) {
    return "Write a decimal point, and spaces between numbers.";
  }
  return {};
}

}  // namespace warpgrade
