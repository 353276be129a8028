// Finds the words of whitespace-separated text, many bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warpgrade {

// Every host supported by CUDA is little-endian: the first byte in memory is the lowest of a word.
static_assert(std::endian::native == std::endian::little);

/// The whitespace of isspace in the "C" locale, independent of the current locale.
inline bool is_space(char c) { return c == ' ' || static_cast<unsigned char>(c - '\t') < 5; }

inline const char* skip_space(const char* at, const char* end) {
  while (at != end && is_space(*at)) ++at;
  return at;
}

inline const char* skip_word(const char* at, const char* end) {
  while (at != end && !is_space(*at)) ++at;
  return at;
}

/// Counts ends of words: whitespace or the end after another character. Constant block sizes and
/// narrow sums allow vectorization.
inline std::size_t count_words(const char* begin, const char* end) {
  constexpr std::ptrdiff_t block = 128;  // its sum fits a byte
  std::size_t words = 0;
  const char* at = begin;
  for (; end - at > block; at += block) {
    unsigned char sum = 0;
    for (std::ptrdiff_t i = 0; i < block; ++i) {
      sum = static_cast<unsigned char>(sum + (!is_space(at[i]) & is_space(at[i + 1])));
    }
    words += sum;
  }
  for (; at != end; ++at) words += !is_space(*at) && (at + 1 == end || is_space(at[1]));
  return words;
}

/// Bit i of the result: byte i of the eight is whitespace. No sum carries into the next byte,
/// because the summands are at most 0x7f + 0x7f.
inline std::uint64_t space_bits(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101u;
  constexpr std::uint64_t high = 0x80 * each;
  const std::uint64_t low = bytes & ~high;
  const std::uint64_t is_blank = ~((low ^ (0x20 * each)) + 0x7f * each);
  const std::uint64_t is_control = (low + (0x80 - '\t') * each) & ~(low + (0x80 - '\r' - 1) * each);
  const std::uint64_t found = (is_blank | is_control) & ~bytes & high;
  return ((found >> 7) * 0x0102040810204080u) >> 56;  // bit 8i to bit 56 + i
}

/// Calls use(begin, end) for each word until it returns false. Twice as fast as a bytewise loop,
/// because finding the next word does not depend on the current one.
template <class Use>
void for_each_word(const char* begin, const char* end, const Use& use) {
  constexpr int block = 64;
  const char* word = begin;  // begin of the next word, unless it is whitespace
  const char* at = begin;
  for (; end - at >= block; at += block) {
    std::uint64_t spaces = 0;
    for (int i = 0; i < block; i += 8) {
      std::uint64_t bytes;
      std::memcpy(&bytes, at + i, 8);
      spaces |= space_bits(bytes) << i;
    }
    for (; spaces != 0; spaces &= spaces - 1) {
      const char* const space = at + std::countr_zero(spaces);
      if (space != word && !use(word, space)) return;
      word = space + 1;
    }
  }
  for (; at != end; ++at) {
    if (!is_space(*at)) continue;
    if (at != word && !use(word, at)) return;
    word = at + 1;
  }
  if (word != end) use(word, end);
}

}  // namespace warpgrade
