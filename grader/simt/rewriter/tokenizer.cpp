#include "simt/rewriter/tokenizer.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace simt::rewrite {

namespace {

/// The length of a splice (a backslash that ends its line) at `i`, or 0.
std::size_t splice_length(std::string_view text, std::size_t i) {
  if (i >= text.size() || text[i] != '\\') return 0;
  if (i + 1 < text.size() && text[i + 1] == '\n') return 2;
  if (i + 2 < text.size() && text[i + 1] == '\r' && text[i + 2] == '\n') return 3;
  return 0;
}

bool is_literal_prefix(std::string_view word) {
  return word == "L" || word == "u" || word == "U" || word == "u8";
}

bool is_raw_prefix(std::string_view word) {
  return !word.empty() && word.back() == 'R' &&
         (word.size() == 1 || is_literal_prefix(word.substr(0, word.size() - 1)));
}

constexpr std::array<std::string_view, 21> long_punctuation{
    "<=>", "->*", "...", "::", "->", "<=", ">=", "==", "!=", "&&", "||",
    "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="};

struct Digraph {
  std::string_view spelled, means;
};
constexpr std::array<Digraph, 6> digraphs{
    {{"%:%:", "##"}, {"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}, {"%:", "#"}}};

class LineReader {
 public:
  LineReader(std::string_view text, Cursor& at, std::vector<Token>& tokens, Spellings& spellings,
             Diagnostics* diagnostics, bool with_comments = false)
      : text_(text),
        at_(at),
        tokens_(tokens),
        spellings_(spellings),
        diagnostics_(diagnostics),
        with_comments_(with_comments) {}

  void run() {
    while (at_.offset < text_.size()) {
      if (text_[at_.offset] == '\n') {
        advance(1);
        return;
      }
      one_token();
    }
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_.offset + ahead < text_.size() ? text_[at_.offset + ahead] : '\0';
  }
  bool starts_with(std::string_view s) const { return text_.substr(at_.offset, s.size()) == s; }

  void advance(std::size_t bytes) {
    for (std::size_t i = 0; i < bytes && at_.offset < text_.size(); ++i)
      if (text_[at_.offset++] == '\n') ++at_.line;
  }

  void error(const Cursor& where, std::string message) {
    if (diagnostics_ != nullptr) diagnostics_->error(where.file, where.line, std::move(message));
  }

  void emit(Token::Kind kind, const Cursor& start, std::string_view meaning = {}) {
    const std::size_t length = at_.offset - start.offset;
    tokens_.push_back({kind, static_cast<std::uint32_t>(start.offset),
                       static_cast<std::uint32_t>(length), start.line, start.file,
                       meaning.empty() ? text_.substr(start.offset, length) : meaning});
  }

  void one_token() {
    const auto c = static_cast<unsigned char>(peek());
    if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
      ++at_.offset;
    } else if (const std::size_t splice = splice_length(text_, at_.offset)) {
      advance(splice);
    } else if (starts_with("//")) {
      line_comment();
    } else if (starts_with("/*")) {
      block_comment();
    } else if (is_identifier_start(c)) {
      word();
    } else if (is_digit(c) || (c == '.' && is_digit(static_cast<unsigned char>(peek(1))))) {
      number();
    } else if (c == '"' || c == '\'') {
      literal(at_);
    } else if (c < 0x20 || c == 0x7f) {
      std::array<char, 64> message{};
      std::snprintf(message.data(), message.size(),
                    "the byte 0x%02x does not belong into a program", static_cast<unsigned>(c));
      error(at_, message.data());
      advance(1);
    } else {
      punctuation();
    }
  }

  void line_comment() {
    const Cursor start = at_;
    while (at_.offset < text_.size() && peek() != '\n')
      advance(std::max<std::size_t>(1, splice_length(text_, at_.offset)));
    if (with_comments_) emit(Token::Kind::comment, start);
  }

  void block_comment() {
    const Cursor start = at_;
    const std::size_t close = text_.find("*/", at_.offset + 2);
    if (close == std::string_view::npos) {
      error(start, "this comment is never closed");
      advance(text_.size() - at_.offset);
    } else {
      advance(close + 2 - at_.offset);
    }
    if (with_comments_) emit(Token::Kind::comment, start);
  }

  void word() {
    const Cursor start = at_;
    std::string spliced;  // only used if a splice divides the word
    bool cut = false;
    for (;;) {
      const std::size_t piece = at_.offset;
      while (is_identifier_part(static_cast<unsigned char>(peek()))) ++at_.offset;
      const std::size_t splice = splice_length(text_, at_.offset);
      const auto next = at_.offset + splice;
      const bool goes_on = splice != 0 && next < text_.size() &&
                           is_identifier_part(static_cast<unsigned char>(text_[next]));
      if (cut || goes_on) spliced.append(text_.substr(piece, at_.offset - piece));
      if (!goes_on) break;
      cut = true;
      advance(splice);
    }
    std::string_view spelled = text_.substr(start.offset, at_.offset - start.offset);
    if (cut) spelled = spellings_.emplace_back(std::move(spliced));
    if (peek() == '"' && is_raw_prefix(spelled)) return raw_string(start);
    if ((peek() == '"' || peek() == '\'') && is_literal_prefix(spelled)) return literal(start);
    emit(Token::Kind::identifier, start, spelled);
  }

  void number() {
    const Cursor start = at_;
    while (at_.offset < text_.size()) {
      const char c = peek();
      const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
      const bool part = is_identifier_part(static_cast<unsigned char>(c)) || c == '.';
      const bool separator = c == '\'' && is_identifier_part(static_cast<unsigned char>(peek(1)));
      if (exponent && (peek(1) == '+' || peek(1) == '-'))
        at_.offset += 2;
      else if (part || separator)
        ++at_.offset;
      else
        break;
    }
    emit(Token::Kind::number, start);
  }

  /// Reads a literal from its prefix (`start`) on; the cursor is at the opening quote.
  void literal(const Cursor start) {
    const char quote = peek();
    const auto kind = quote == '"' ? Token::Kind::string : Token::Kind::character;
    ++at_.offset;
    for (;;) {
      if (at_.offset >= text_.size() || peek() == '\n') {
        error(start, quote == '"' ? "this string is not closed on its line"
                                  : "this character constant is not closed on its line");
        break;
      }
      if (const std::size_t splice = splice_length(text_, at_.offset)) {
        advance(splice);
      } else if (peek() == '\\' && at_.offset + 1 < text_.size() && peek(1) != '\n') {
        at_.offset += 2;
      } else if (peek() == quote) {
        ++at_.offset;
        break;
      } else {
        ++at_.offset;
      }
    }
    literal_suffix();
    emit(kind, start);
  }

  void raw_string(const Cursor start) {
    // R"delimiter( ... )delimiter", with a delimiter of at most 16 characters [lex.string].
    const std::size_t delimiter = text_.substr(at_.offset + 1, 16 + 1).find('(');
    if (delimiter == std::string_view::npos) {
      error(start, "this raw string has no '(' after its delimiter");
      advance(1);
      return emit(Token::Kind::string, start);
    }
    std::string close = ")";
    close.append(text_.substr(at_.offset + 1, delimiter)).push_back('"');
    const std::size_t end = text_.find(close, at_.offset + 1 + delimiter);
    if (end == std::string_view::npos) {
      error(start, "this raw string is never closed");
      advance(text_.size() - at_.offset);
    } else {
      advance(end + close.size() - at_.offset);
    }
    literal_suffix();
    emit(Token::Kind::string, start);
  }

  void literal_suffix() {
    while (is_identifier_part(static_cast<unsigned char>(peek()))) ++at_.offset;
  }

  void punctuation() {
    const Cursor start = at_;
    constexpr std::string_view alone = "(){}[];,?~";
    if (alone.find(peek()) != std::string_view::npos) {
      ++at_.offset;
      return emit(Token::Kind::punctuation, start);
    }
    // `<::` begins a template argument list whose first name is qualified, [lex.pptoken]/3.
    const bool qualified = starts_with("<::") && peek(3) != ':' && peek(3) != '>';
    if (!qualified)
      for (const Digraph& d : digraphs)
        if (starts_with(d.spelled)) {
          at_.offset += d.spelled.size();
          return emit(Token::Kind::punctuation, start, d.means);
        }
    for (const std::string_view p : long_punctuation)
      if (starts_with(p)) {
        at_.offset += p.size();
        return emit(Token::Kind::punctuation, start);
      }
    ++at_.offset;
    emit(Token::Kind::punctuation, start);
  }

  std::string_view text_;
  Cursor& at_;
  std::vector<Token>& tokens_;
  Spellings& spellings_;
  Diagnostics* diagnostics_;
  bool with_comments_;
};

/// Replaces the tokens of a line that begins with `#`, from `first` on, by one directive [begin,
/// end), except for its comments.
void fold_directive(std::string_view text, const Cursor& begin, std::size_t end,
                    std::vector<Token>& tokens, std::size_t first) {
  std::vector<Token> folded;
  std::size_t at = begin.offset;
  std::uint32_t line = begin.line;
  const auto directive_until = [&](std::size_t until) {
    if (until <= at) return;
    const std::string_view part = text.substr(at, until - at);
    if (part.find_first_not_of(" \t\r") == part.npos) return;
    folded.push_back({Token::Kind::directive, static_cast<std::uint32_t>(at),
                      static_cast<std::uint32_t>(part.size()), line, begin.file, part});
  };
  for (std::size_t i = first; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind != Token::Kind::comment) continue;
    directive_until(token.offset);
    folded.push_back(token);
    at = token.offset + token.length;
    line = token.line +
           static_cast<std::uint32_t>(std::count(token.text.begin(), token.text.end(), '\n'));
  }
  directive_until(end);
  tokens.resize(first);
  tokens.insert(tokens.end(), folded.begin(), folded.end());
}

}  // namespace

void tokenise_line(std::string_view text, Cursor& at, std::vector<Token>& tokens,
                   Spellings& spellings, Diagnostics& diagnostics) {
  LineReader(text, at, tokens, spellings, &diagnostics).run();
}

std::vector<Token> tokenise_file(std::string_view text, Spellings& spellings) {
  std::vector<Token> tokens;
  for (Cursor at; at.offset < text.size();) {
    const Cursor begin = at;
    const std::size_t first = tokens.size();
    LineReader(text, at, tokens, spellings, nullptr, true).run();
    const std::size_t sign = text.find_first_not_of(" \t", begin.offset);
    if (sign != text.npos && text[sign] == '#')
      fold_directive(text, begin, at.offset - (text[at.offset - 1] == '\n' ? 1 : 0), tokens, first);
  }
  return tokens;
}

}  // namespace simt::rewrite
