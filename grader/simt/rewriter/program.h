// The author's tokens with matched brackets: the input of every pass of the rewriter.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/source.h"

namespace simt::rewrite {

constexpr std::size_t none = static_cast<std::size_t>(-1);

class Program {
 public:
  /// Reports unmatched brackets, whose `partner` is `none`.
  Program(const Source& source, Diagnostics& diagnostics);

  std::size_t size() const { return source_->tokens.size() - 1; }

  /// The token at `i`; outside of the text, the end token, which is empty.
  const Token& operator[](std::size_t i) const {
    return i < source_->tokens.size() ? source_->tokens[i] : source_->tokens.back();
  }
  /// The literal's length is known at compile time, as this is called millions of times.
  template <std::size_t N>
  bool is(std::size_t i, const char (&text)[N]) const {
    const std::string_view t = (*this)[i].text;
    return t.size() == N - 1 && __builtin_memcmp(t.data(), text, N - 1) == 0;
  }
  bool is_identifier(std::size_t i) const { return (*this)[i].kind == Token::Kind::identifier; }

  /// A name rather than a keyword.
  bool is_name(std::size_t i) const;

  /// The bracket that matches the one at `i`: ( ) [ ] { }. `none` if there is none.
  std::size_t partner(std::size_t i) const { return i < partner_.size() ? partner_[i] : none; }

  /// The token after the bracket that matches the one at `i`, or after `i` itself if nothing closes
  /// it.
  std::size_t past(std::size_t i) const {
    const std::size_t close = partner(i);
    return close == none || close < i ? i + 1 : close + 1;
  }

  /// The `>` that closes the template arguments opened by the `<` at `i`; `none` if that `<` is a
  /// comparison, as far as one can tell without knowing the names.
  std::size_t closing_angle(std::size_t i) const;
  /// The `<` that opens the template arguments closed by the `>` at `i`, or `none`.
  std::size_t opening_angle(std::size_t i) const;

  /// Whether `<<<` (as one, or as `<< <`, which older clang-formats write) begins at `i`.
  bool opens_launch(std::size_t i) const;

  /// The tokens [begin, end) on one line, with one blank for any whitespace.
  std::string spelled(std::size_t begin, std::size_t end) const;

  const Source& source() const { return *source_; }
  const std::string& file(std::size_t i) const { return source_->files[(*this)[i].file]; }
  /// Whether the token at `i` is a library's: features missing there are reported when they are
  /// executed.
  bool is_library(std::size_t i) const { return source_->library_files[(*this)[i].file]; }

 private:
  bool touch(std::size_t i) const {
    return (*this)[i].offset + (*this)[i].length == (*this)[i + 1].offset;
  }
  void match_brackets(Diagnostics& diagnostics);

  const Source* source_;
  std::vector<std::size_t> partner_;
};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&all)[N]) {
  for (const std::string_view each : all)
    if (word == each) return true;
  return false;
}

/// `text` as a C++ string literal.
std::string string_literal(std::string_view text);

}  // namespace simt::rewrite
