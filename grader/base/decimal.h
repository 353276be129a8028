// Parses decimal numbers at memory speed.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace warpgrade {

/// Parses [+|-] digits [. digits] [e [+|-] digits], rounded to the nearest double (1e-999 becomes
/// 0). False for anything else, including `nan`, `inf` and numbers beyond the largest double.
bool read_decimal(std::string_view word, double& value);

/// True if read_decimal only fails because the number is too large for a double.
bool is_too_large(std::string_view word);

/// The same for a word in a text that begins at `text`. Integers of up to eight digits, which are
/// common in the course's files, take a third of the time.
inline bool read_decimal_in(const char* text, std::string_view word, double& value) {
  const char* const end = word.data() + word.size();
  if (word.size() <= 8 && end - text >= 8) {
    std::uint64_t digits;  // the last eight bytes up to the word's end
    std::memcpy(&digits, end - 8, 8);
    digits ^= 0x3030303030303030u;  // '0' … '9' become 0 … 9
    digits &=
        ~std::uint64_t{0} << (64 - 8 * word.size());  // zeros in place of bytes before the word
    const bool others = ((digits | (digits + 0x7676767676767676u)) & 0x8080808080808080u) != 0;
    if (!others) {
      // Pairs, fours, eight: D. Lemire, "Quickly parsing eight digits", 2018.
      digits = digits * 10 + (digits >> 8);
      value = static_cast<std::int32_t>(
          ((digits & 0x000000ff000000ffu) * 0x000f424000000064u +
           ((digits >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u) >>
          32);
      return true;
    }
  }
  return read_decimal(word, value);
}

}  // namespace warpgrade
