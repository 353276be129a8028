// C++ tokens: where each begins, how long it is, and what it spells. The only reader of C++ here:
// the rewriter, the page's colours, remedies, signatures and similarity all go by it.
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
    comment,   // this and
    directive  // this come from tokenise_file() alone
  };

  Kind kind = Kind::end;
  std::uint32_t offset = 0;  // bytes into the text
  std::uint32_t length = 0;  // bytes there; differs from text.size() where lines were spliced
  std::uint32_t line = 0;
  std::uint32_t file = 0;  // index into Source::files
  std::string_view text;   // digraphs are spelled as what they mean
};

/// Spellings that do not stand in the text as such: identifiers cut in two by a line splice.
using Spellings = std::deque<std::string>;

/// Where the tokenizer is. `line` counts as the linemarkers say.
struct Cursor {
  std::size_t offset = 0;
  std::uint32_t line = 1;
  std::uint32_t file = 0;
};

/// Reads tokens from `at` to the end of the line, or further when a comment or literal spans lines;
/// leaves `at` at the start of the next line. `<` and `>` are always tokens of their own, except in
/// `->`, `<=`, `>=` and `<=>`: whether they close templates, shift or launch is for the reader to
/// tell.
void tokenise_line(std::string_view text, Cursor& at, std::vector<Token>& tokens,
                   Spellings& spellings, Diagnostics& diagnostics);

/// The tokens of a file as its author wrote it, with its comments. A line that begins with `#`, and
/// those that it goes on in, is one directive, but for the comments in it. Whatever the file holds,
/// nothing fails: a byte that belongs to no token is skipped, and a literal that is not closed ends
/// with its line.
std::vector<Token> tokenise_file(std::string_view text, Spellings& spellings);

inline bool is_identifier_start(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}
inline bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
inline bool is_identifier_part(unsigned char c) { return is_identifier_start(c) || is_digit(c); }

}  // namespace simt::rewrite
