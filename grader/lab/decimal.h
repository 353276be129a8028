// Decimal numbers in whitespace-separated text, at the speed of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpgrade {

/// The whitespace of C's isspace in the "C" locale, whatever locale the program runs in.
inline bool is_space(char c) { return c == ' ' || static_cast<unsigned char>(c - '\t') < 5; }

inline const char* skip_space(const char* at, const char* end) {
  while (at != end && is_space(*at)) ++at;
  return at;
}

inline const char* skip_word(const char* at, const char* end) {
  while (at != end && !is_space(*at)) ++at;
  return at;
}

/// As read_decimal, for every number.
const char* read_any_decimal(const char* at, const char* end, double& value);

/// Whether the word is a number that read_decimal refuses only because no double is that large.
bool is_too_large(std::string_view word);

/// Reads the word at `at` (at < end, no whitespace there) as a number: [+|-] digits [. digits]
/// [e [+|-] digits], rounded to the nearest double (so 1e-999 is 0). Returns where the word ends,
/// or null when it is anything else, `nan` and `inf` and numbers beyond the largest double among
/// them.
inline const char* read_decimal(const char* at, const char* end, double& value) {
  // Whole numbers without a sign, as the course's files hold, take half the time this way. (Eight
  // digits at a time in one register, Lemire 2018, was measured: no faster on such short ones.)
  constexpr std::ptrdiff_t most_digits = 15;  // so that every one of them is a double
  std::uint64_t whole = 0;
  const char* stop = at;
  while (stop != end && static_cast<unsigned char>(*stop - '0') < 10) {
    whole = whole * 10 + static_cast<std::uint64_t>(*stop++ - '0');
  }
  if (stop != at && stop - at <= most_digits && (stop == end || is_space(*stop))) {
    value = static_cast<double>(whole);
    return stop;
  }
  return read_any_decimal(at, end, value);
}

}  // namespace warpgrade
