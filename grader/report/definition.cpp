#include "report/definition.h"

#include <algorithm>
#include <cctype>

#include "report/html_tokens.h"
#include "report/text.h"

namespace warpgrade {
namespace {

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

template <class Kept>
std::string with_blanks(std::string_view text, Kept kept) {
  html::Highlighter words;
  std::string code;
  for_each_line(text, [&](std::string_view line) {
    for (const html::Piece& piece : words.next(line))
      code += kept(piece.word) ? std::string(piece.text) : std::string(piece.text.size(), ' ');
    code += '\n';
  });
  code.resize(text.size());  // the last line may have no end
  return code;
}

}  // namespace

std::string code_alone(std::string_view text) {
  return with_blanks(text, [](html::Word word) {
    return word != html::Word::comment && word != html::Word::text &&
           word != html::Word::preprocessor;
  });
}

std::string without_comments(std::string_view text) {
  return with_blanks(text, [](html::Word word) { return word != html::Word::comment; });
}

std::size_t definition_of_function(std::string_view code, std::string_view name) {
  for (auto at = code.find(name); at != code.npos; at = code.find(name, at + 1)) {
    std::size_t next = at + name.size();
    if (at > 0 && is_of_name(code[at - 1])) continue;
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
