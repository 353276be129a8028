// C++ tokens: offset, length and spelling. The only C++ tokenizer here: the rewriter, the page's
// colors, remedies, signatures and similarity all use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/diagnostics.h"

namespace simt::rewrite {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    identifier,
    number,
    string,
    character,
    punctuation,
    comment,   // comments and
    directive  // directives come only from tokenise_file()
  };

  Kind kind = Kind::end;
  std::uint32_t offset = 0;  // in bytes
  std::uint32_t length = 0;  // in the text; differs from text.size() after splicing
  std::uint32_t line = 0;
  std::uint32_t file = 0;  // index into Source::files
  std::string_view text;   // digraphs are replaced by their meaning
};

/// Spellings that are not contiguous in the text: identifiers divided by a line splice.
using Spellings = std::deque<std::string>;

/// The tokenizer's position. `line` follows the linemarkers.
struct Cursor {
  std::size_t offset = 0;
  std::uint32_t line = 1;
  std::uint32_t file = 0;
};

/// Reads tokens from `at` to the end of the line, or further if a comment or literal spans lines;
/// moves `at` to the start of the next line. `<` and `>` are always separate tokens, except in
/// `->`, `<=`, `>=` and `<=>`: the caller decides whether they belong to templates, shifts or
/// launches.
void tokenise_line(std::string_view text, Cursor& at, std::vector<Token>& tokens,
                   Spellings& spellings, Diagnostics& diagnostics);

/// The tokens of a file as written, including comments. A line that begins with `#`, with its
/// continuation lines, is one directive, except for comments in it. Never fails: a byte that
/// belongs to no token is skipped, and an unclosed literal ends with its line.
std::vector<Token> tokenise_file(std::string_view text, Spellings& spellings);

inline bool is_identifier_start(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}
inline bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
inline bool is_identifier_part(unsigned char c) { return is_identifier_start(c) || is_digit(c); }

}  // namespace simt::rewrite
