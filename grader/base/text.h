// Small text utilities.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace warpgrade {

/// ASCII letters in lower case, independent of the locale.
inline std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Without leading and trailing blanks, tabs and line breaks.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto from = text.find_first_not_of(blanks);
  return from == text.npos ? std::string_view()
                           : text.substr(from, text.find_last_not_of(blanks) + 1 - from);
}

/// Whether it is digits, at least one, and nothing else.
inline bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// Whether a name in C++ can hold it.
inline bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// "1 case", "3 cases".
template <class Count>
std::string many(Count n, std::string_view one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

}  // namespace warpgrade
