#include "simt/rewriter/program.h"

#include <unordered_set>

namespace simt::rewrite {

namespace {

// Longer template argument lists count as comparisons, so that a damaged text of angle brackets
// does not take quadratic time.
constexpr std::size_t longest_angle = 1000;

char opening_bracket(char close) { return close == ')' ? '(' : close == ']' ? '[' : '{'; }

bool is_open(std::string_view t) { return t == "(" || t == "[" || t == "{"; }
bool is_close(std::string_view t) { return t == ")" || t == "]" || t == "}"; }

const std::unordered_set<std::string_view>& keywords() {
  static const std::unordered_set<std::string_view> all{
      "alignas", "alignof",   "and",       "asm",      "auto",     "bool",      "break",
      "case",    "catch",     "char",      "class",    "co_await", "co_return", "co_yield",
      "const",   "constexpr", "continue",  "decltype", "default",  "delete",    "do",
      "double",  "else",      "enum",      "explicit", "extern",   "false",     "float",
      "for",     "friend",    "goto",      "if",       "inline",   "int",       "long",
      "mutable", "namespace", "new",       "noexcept", "not",      "nullptr",   "operator",
      "or",      "private",   "protected", "public",   "register", "return",    "short",
      "signed",  "sizeof",    "static",    "struct",   "switch",   "template",  "thread_local",
      "throw",   "true",      "try",       "typedef",  "typename", "union",     "unsigned",
      "using",   "virtual",   "void",      "volatile", "while",    "xor",       "static_assert"};
  return all;
}

}  // namespace

Program::Program(const Source& source, Diagnostics& diagnostics) : source_(&source) {
  partner_.assign(source.tokens.size(), none);
  match_brackets(diagnostics);
}

void Program::match_brackets(Diagnostics& diagnostics) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    const Token& token = (*this)[i];
    if (token.kind != Token::Kind::punctuation || token.text.size() != 1) continue;
    if (is_open(token.text)) {
      open.push_back(i);
    } else if (is_close(token.text)) {
      const char expected = opening_bracket(token.text[0]);
      if (open.empty() || (*this)[open.back()].text[0] != expected) {
        std::string message = "this '" + std::string(token.text) + "' closes nothing";
        if (!open.empty())
          message += ": the '" + std::string((*this)[open.back()].text) + "' of line " +
                     std::to_string((*this)[open.back()].line) + " is still open";
        diagnostics.error(token.file, token.line, std::move(message));
        return;
      }
      partner_[i] = open.back();
      partner_[open.back()] = i;
      open.pop_back();
    }
  }
  if (!open.empty()) {
    const Token& token = (*this)[open.back()];
    diagnostics.error(token.file, token.line,
                      "this '" + std::string(token.text) + "' is never closed");
  }
}

bool Program::is_name(std::size_t i) const {
  return is_identifier(i) && keywords().count((*this)[i].text) == 0;
}

std::size_t Program::closing_angle(std::size_t i) const {
  std::size_t depth = 0;
  for (std::size_t j = i; j < size() && j - i < longest_angle; ++j) {
    const std::string_view t = (*this)[j].text;
    if (t == "<") {
      // Two adjacent ones are a shift: no template argument begins with `<`.
      if (is(j + 1, "<") && touch(j))
        ++j;
      else
        ++depth;
    } else if (t == ">") {
      if (--depth == 0) return j;
    } else if (is_open(t)) {
      if (partner(j) == none) return none;
      j = partner(j);
    } else if (is_close(t) || t == ";") {
      return none;
    }
  }
  return none;
}

std::size_t Program::opening_angle(std::size_t i) const {
  std::size_t depth = 0;
  for (std::size_t j = i; j < size() && i - j < longest_angle; --j) {
    const std::string_view t = (*this)[j].text;
    if (t == ">") {
      ++depth;
    } else if (t == "<") {
      if (j > 0 && is(j - 1, "<") && touch(j - 1))
        --j;
      else if (--depth == 0)
        return j;
    } else if (is_close(t)) {
      if (partner(j) == none) return none;
      j = partner(j);
    } else if (is_open(t) || t == ";") {
      return none;
    }
    if (j == 0) break;
  }
  return none;
}

bool Program::opens_launch(std::size_t i) const {
  return is(i, "<") && is(i + 1, "<") && is(i + 2, "<") && i > 0 && !is(i - 1, "operator");
}

std::string Program::spelled(std::size_t begin, std::size_t end) const {
  std::string text;
  for (std::size_t i = begin; i < end && i < size(); ++i) {
    if (i > begin && !touch(i - 1)) text.push_back(' ');
    text.append((*this)[i].text);
  }
  return text;
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      literal.push_back('\\');
      literal.push_back(c);
    } else if (byte < 0x20 || byte == 0x7f) {
      // Three octal digits cannot merge with what follows.
      literal.push_back('\\');
      for (int shift = 6; shift >= 0; shift -= 3)
        literal.push_back(static_cast<char>('0' + ((byte >> shift) & 7)));
    } else {
      literal.push_back(c);
    }
  }
  literal.push_back('"');
  return literal;
}

}  // namespace simt::rewrite
