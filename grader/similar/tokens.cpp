#include "similar/tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>

#include "pages/html_tokens.h"
#include "simt/rewriter/tokenizer.h"

namespace warpgrade::similar {
namespace {

constexpr std::array<std::string_view, 17> left_out = {
    "__forceinline__", "__noinline__", "__restrict", "__restrict__", "const",   "constexpr",
    "explicit",        "extern",       "friend",     "inline",       "mutable", "noexcept",
    "register",        "restrict",     "static",     "typename",     "volatile"};
static_assert(std::is_sorted(left_out.begin(), left_out.end()));

constexpr std::array<std::string_view, 28> types = {
    "auto",     "bool",    "char",      "double",   "float",  "int",       "int16_t",
    "int32_t",  "int64_t", "int8_t",    "intptr_t", "long",   "ptrdiff_t", "real",
    "short",    "signed",  "size_t",    "ssize_t",  "uint",   "uint16_t",  "uint32_t",
    "uint64_t", "uint8_t", "uintptr_t", "unsigned", "ushort", "void",      "wchar_t"};
static_assert(std::is_sorted(types.begin(), types.end()));

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::binary_search(words.begin(), words.end(), word);
}

/// Names that a student cannot choose.
bool is_of_cuda(std::string_view word) {
  return word.rfind("cuda", 0) == 0 || word.rfind("__", 0) == 0 || word.rfind("atomic", 0) == 0 ||
         word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim" ||
         word == "dim3";
}

/// FNV-1a: the same in every run, so that two programs' codes can be compared.
std::uint32_t hash_text(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

/// A word, number, string or punctuation mark in the text.
struct Lexeme {
  enum class Kind { word, number, text, sign } kind;
  std::string_view text;
  std::uint32_t line;
  bool fixed = false;  // a word of C++ or CUDA
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    read(simt::rewrite::tokenise_file(text, spellings_), false);
  }
  std::vector<Lexeme> lexemes;

 private:
  using CppToken = simt::rewrite::Token;
  using Kind = CppToken::Kind;

  void read(const std::vector<CppToken>& tokens, bool in_directive) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const CppToken& token = tokens[i];
      if (token.kind == Kind::directive) {
        directive(token);
      } else if (token.kind == Kind::identifier) {
        const bool fixed = !in_directive && html::classify_word(token.text) != html::Word::plain;
        lexemes.push_back({Lexeme::Kind::word, token.text, token.line, fixed});
      } else if (token.kind == Kind::number) {
        lexemes.push_back({Lexeme::Kind::number, token.text, token.line});
      } else if (token.kind == Kind::string || token.kind == Kind::character) {
        // Several in a row count as one.
        if (lexemes.empty() || lexemes.back().kind != Lexeme::Kind::text)
          lexemes.push_back({Lexeme::Kind::text, token.text, token.line});
      } else if (token.kind == Kind::punctuation) {
        const std::string_view launch = text_.substr(token.offset, 3);
        const bool bracket = launch == "<<<" || launch == ">>>";
        if (bracket) i += 2;
        if (token.text != "{" && token.text != "}" && token.text != "\\")
          lexemes.push_back({Lexeme::Kind::sign, bracket ? launch : token.text, token.line});
      }
    }
  }

  void directive(const CppToken& directive) {
    simt::rewrite::Cursor at{directive.offset, directive.line, directive.file};
    std::vector<CppToken> tokens;
    simt::rewrite::Diagnostics ignored;
    tokenise_line(text_.substr(0, directive.offset + directive.length), at, tokens, spellings_,
                  ignored);
    if (!tokens.empty() && tokens[0].text == "#") tokens.erase(tokens.begin());
    if (tokens.empty() || (tokens[0].text != "include" && tokens[0].text != "pragma"))
      read(tokens, true);
  }

  std::string_view text_;
  simt::rewrite::Spellings spellings_;
};

/// Converts lexemes to tokens.
class Normaliser {
 public:
  Normaliser(const std::vector<Lexeme>& lexemes, std::uint32_t file, Tokens& tokens)
      : lexemes_(lexemes), file_(file), tokens_(tokens) {
    find_aliases();
    for (std::size_t i = 0; i < lexemes_.size(); i = next(i)) {
    }
    if (!tokens_.empty() && !tokens_.back().is_gap()) tokens_.push_back({});
  }

 private:
  std::string_view text(std::size_t i) const {
    return i < lexemes_.size() ? lexemes_[i].text : std::string_view();
  }
  bool is_word(std::size_t i) const {
    return i < lexemes_.size() && lexemes_[i].kind == Lexeme::Kind::word;
  }
  bool is_type(std::size_t i) const {
    return is_word(i) && (is_one_of(types, text(i)) || aliases_.count(text(i)) > 0);
  }
  bool is_name(std::size_t i) const {
    return is_word(i) && !lexemes_[i].fixed && !is_type(i) && !is_of_cuda(text(i)) &&
           !is_one_of(left_out, text(i));
  }

  /// `using NAME = …;` and `typedef … NAME;`: NAME becomes a type.
  void find_aliases() {
    for (std::size_t i = 0; i < lexemes_.size(); ++i) {
      if (!is_word(i)) continue;
      if (text(i) == "using" && text(i + 2) == "=") {
        aliases_.insert(text(i + 1));
      } else if (text(i) == "typedef") {
        std::size_t end = i + 1;
        while (end < lexemes_.size() && text(end) != ";") ++end;
        if (is_word(end - 1)) aliases_.insert(text(end - 1));
      }
    }
  }

  void add(std::uint32_t code, std::size_t i) {
    tokens_.push_back({code, lexemes_[i].line, file_});
  }
  void add_kind(std::string_view kind, std::size_t i) {
    add(std::max(hash_text(kind) & ~Token::name_bit, 1u), i);
  }
  void add_name(std::size_t i) { add(hash_text(text(i)) | Token::name_bit, i); }

  /// Handles the lexeme at `i`; returns the index of the next one.
  std::size_t next(std::size_t i) {
    const Lexeme& one = lexemes_[i];
    switch (one.kind) {
      case Lexeme::Kind::number:
        add_kind("number", i);
        return i + 1;
      case Lexeme::Kind::text:
        add_kind("text", i);
        return i + 1;
      case Lexeme::Kind::sign:
        return sign(i);
      case Lexeme::Kind::word:
        return word(i);
    }
    return i + 1;
  }

  std::size_t sign(std::size_t i) {
    if (text(i) == "(") {  // a cast, or parameters of one type without name: no loss
      std::size_t end = i + 1;
      while (is_type(end) || is_one_of(left_out, text(end)) || text(end) == "*") ++end;
      if (end > i + 1 && text(end) == ")" && is_type(i + 1)) return end + 1;
    }
    if ((text(i) == "++" || text(i) == "--") && is_name(i + 1)) {
      add_name(i + 1);
      add_kind(text(i), i);
      return i + 2;
    }
    add_kind(text(i), i);
    return i + 1;
  }

  std::size_t word(std::size_t i) {
    const std::string_view w = text(i);
    if (is_one_of(left_out, w)) return i + 1;
    if (w == "std" && text(i + 1) == "::") return i + 2;
    if (is_type(i)) {
      std::size_t end = i + 1;
      while (is_type(end) || is_one_of(left_out, text(end))) ++end;
      add_kind("type", i);
      return end;
    }
    if (w == "static_cast" || w == "reinterpret_cast" || w == "const_cast") {
      std::size_t end = i + 1;
      int open = 0;
      for (constexpr std::size_t most = 40; end < lexemes_.size() && end < i + most; ++end) {
        open += text(end) == "<" ? 1 : text(end) == ">" ? -1 : 0;
        if (open == 0) break;
      }
      return end + 1;
    }
    if (w == "for" || w == "while" || w == "do") {
      add_kind("loop", i);
    } else if (is_name(i)) {
      add_name(i);
    } else {
      add_kind(w, i);
    }
    return i + 1;
  }

  const std::vector<Lexeme>& lexemes_;
  std::uint32_t file_;
  Tokens& tokens_;
  std::set<std::string_view> aliases_;
};

}  // namespace

void append_tokens(std::string_view text, std::uint32_t file, Tokens& tokens) {
  const Reader reader(text);
  Normaliser(reader.lexemes, file, tokens);
}

}  // namespace warpgrade::similar
