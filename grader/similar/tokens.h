// A program as a stream of tokens in which names, layout and wording no longer count.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpgrade::similar {

/// What a token is, less what is easily changed. A name keeps a number that stands for its
/// spelling: equal names in one program are equal, and grams.h compares only that.
struct Token {
  std::uint32_t code = 0;
  std::uint32_t line = 0;  // from 1
  std::uint32_t file = 0;  // which of the program's files

  bool is_name() const { return (code & name_bit) != 0; }
  /// Not a token: no match goes across it. It stands between files.
  bool is_gap() const { return code == 0; }

  static constexpr std::uint32_t name_bit = 0x80000000u;
};

using Tokens = std::vector<Token>;

/// Appends the tokens of one file, and a gap. Whatever the text holds, nothing fails.
///
/// Left out: comments, includes, pragmas, braces, casts, `std::`, and words that change no result
/// (const, static, inline …). The same: all numbers; all strings; all types, own aliases too,
/// however many words they have; for, while and do; `++i` and `i++`. CUDA's and C++'s own words
/// count as they are: they cannot be renamed.
void append_tokens(std::string_view text, std::uint32_t file, Tokens& tokens);

}  // namespace warpgrade::similar
