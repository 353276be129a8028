#include "report/document/definition.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "simt/rewriter/tokenizer.h"

namespace warpgrade {
namespace {

using simt::rewrite::Token;

template <class Dropped>
std::string with_blanks(std::string_view text, Dropped dropped) {
  std::string kept(text);
  simt::rewrite::Spellings spellings;
  for (const Token& token : simt::rewrite::tokenise_file(text, spellings))
    if (dropped(token.kind))
      std::replace_if(
          kept.begin() + token.offset, kept.begin() + token.offset + token.length,
          [](char c) { return c != '\n'; }, ' ');
  return kept;
}

}  // namespace

std::string code_alone(std::string_view text) {
  return with_blanks(text, [](Token::Kind kind) {
    return kind == Token::Kind::comment || kind == Token::Kind::directive ||
           kind == Token::Kind::string || kind == Token::Kind::character;
  });
}

std::string without_comments(std::string_view text) {
  return with_blanks(text, [](Token::Kind kind) { return kind == Token::Kind::comment; });
}

std::size_t find_definition(std::string_view code, std::string_view name) {
  for (auto at = code.find(name); at != code.npos; at = code.find(name, at + 1)) {
    std::size_t next = at + name.size();
    if (at > 0 && in_name(code[at - 1])) continue;
    next = code.find_first_not_of(" \t\n\r", next);
    if (next == code.npos || code[next] != '(') continue;
    int depth = 0;
    for (; next < code.size(); ++next) {
      if (code[next] == '(') ++depth;
      if (code[next] == ')' && --depth == 0) break;
    }
    if (next >= code.size()) continue;
    next = code.find_first_not_of(" \t\n\r", next + 1);
    if (next != code.npos && code[next] == '{') return at;
  }
  return code.npos;
}

}  // namespace warpgrade
