// Keeps no lexer state that could be confused: the text before the `#` on its logical line must be
// blank, or end like a comment does. Every directive satisfies that.
#include "simt/rewriter/line_directives.h"

#include <string>
#include <vector>

#include "simt/rewriter/tokenizer.h"

namespace simt::rewrite {

namespace {

/// A source with spliced lines joined, and the original line of each character.
struct Logical {
  std::string text;
  std::vector<std::uint32_t> line;  // of each character
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\0';
}

Logical spliced(std::string_view source) {
  Logical all;
  std::uint32_t line = 1;
  if (source.substr(0, 3) == "\xEF\xBB\xBF") source.remove_prefix(3);
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\') {
      // g++ allows blanks between the backslash and the line end.
      std::size_t end = i + 1;
      while (end < source.size() && is_blank(source[end])) ++end;
      if (end < source.size() && source[end] == '\n') {
        ++line;
        i = end;
        continue;
      }
    }
    all.text.push_back(source[i]);
    all.line.push_back(line);
    if (source[i] == '\n') ++line;
  }
  return all;
}

bool may_begin_directive(std::string_view before) {
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  if (before.empty() || before.back() == '\n') return true;
  return before.size() >= 2 && before.substr(before.size() - 2) == "*/";
}

/// The position after blanks and comments.
std::size_t skip(std::string_view text, std::size_t i) {
  for (;;) {
    while (i < text.size() && is_blank(text[i])) ++i;
    if (text.substr(i, 2) != "/*") return i;
    const std::size_t close = text.find("*/", i + 2);
    if (close == std::string_view::npos) return text.size();
    i = close + 2;
  }
}

/// Whether it is `line`, or a number followed by a name: a number alone names no file.
bool names_a_place(std::string_view text, std::size_t i) {
  i = skip(text, i);
  if (text.substr(i, 4) == "line") return true;
  if (i >= text.size() || !is_digit(static_cast<unsigned char>(text[i]))) return false;
  while (i < text.size() && is_digit(static_cast<unsigned char>(text[i]))) ++i;
  i = skip(text, i);
  return i < text.size() && text[i] == '"';
}

/// The length of a `#` at `i` in any spelling, or 0.
std::size_t hash_length(std::string_view text, std::size_t i) {
  if (text[i] == '#') return 1;
  if (text.substr(i, 2) == "%:") return 2;
  return text.substr(i, 3) == "?\?=" ? 3 : 0;
}

}  // namespace

std::optional<std::uint32_t> line_directive(std::string_view source) {
  const Logical all = spliced(source);
  const std::string_view text = all.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t hash = hash_length(text, i);
    if (hash != 0 && may_begin_directive(text.substr(0, i)) && names_a_place(text, i + hash))
      return all.line[i];
  }
  return std::nullopt;
}

}  // namespace simt::rewrite
