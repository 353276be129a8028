// Converts a program to tokens, ignoring names, layout and wording.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpgrade::similar {

/// A token without what is easily changed. A name has a number for its spelling: equal names of a
/// program have equal numbers, and grams.h compares nothing else.
struct Token {
  std::uint32_t code = 0;
  std::uint32_t line = 0;  // from 1
  std::uint32_t file = 0;  // which of the program's files

  bool is_name() const { return (code & name_bit) != 0; }
  /// Separates files: no match crosses a gap.
  bool is_gap() const { return code == 0; }

  static constexpr std::uint32_t name_bit = 0x80000000u;
};

using Tokens = std::vector<Token>;

/// Appends the tokens of one file, and a gap. Accepts any text.
///
/// Ignores comments, includes, pragmas, braces, casts, `std::`, and words without effect on the
/// result (const, static, inline …). Treats as equal: all numbers; all strings; all types,
/// including the program's own aliases and types of several words; for, while and do; `++i` and
/// `i++`. Words of CUDA and C++ count as they are, because they cannot be renamed.
void append_tokens(std::string_view text, std::uint32_t file, Tokens& tokens);

}  // namespace warpgrade::similar
