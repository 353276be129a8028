#include "pages/html_tokens.h"

#include <algorithm>
#include <array>
#include <utility>

#include "simt/rewriter/tokenizer.h"

namespace warpgrade::html {
namespace {

// Sorted for binary search.
constexpr std::array<std::string_view, 83> keywords = {
    "alignas",       "alignof",     "auto",         "bool",
    "break",         "case",        "catch",        "char",
    "char16_t",      "char32_t",    "char8_t",      "class",
    "concept",       "const",       "const_cast",   "consteval",
    "constexpr",     "constinit",   "continue",     "decltype",
    "default",       "delete",      "do",           "double",
    "dynamic_cast",  "else",        "enum",         "explicit",
    "export",        "extern",      "false",        "float",
    "for",           "friend",      "goto",         "if",
    "inline",        "int",         "long",         "mutable",
    "namespace",     "new",         "noexcept",     "nullptr",
    "operator",      "override",    "private",      "protected",
    "public",        "real",        "register",     "reinterpret_cast",
    "requires",      "restrict",    "return",       "short",
    "signed",        "size_t",      "sizeof",       "static",
    "static_assert", "static_cast", "struct",       "switch",
    "template",      "this",        "thread_local", "throw",
    "true",          "try",         "typedef",      "typeid",
    "typename",      "union",       "unsigned",     "using",
    "virtual",       "void",        "volatile",     "wchar_t",
    "while",         "xor",         "xor_eq",
};
static_assert(std::is_sorted(keywords.begin(), keywords.end()));

constexpr std::array<std::string_view, 42> cuda_words = {
    "__align__",
    "__all_sync",
    "__any_sync",
    "__ballot_sync",
    "__constant__",
    "__device__",
    "__forceinline__",
    "__global__",
    "__grid_constant__",
    "__host__",
    "__launch_bounds__",
    "__ldg",
    "__managed__",
    "__noinline__",
    "__restrict__",
    "__shared__",
    "__shfl_down_sync",
    "__shfl_sync",
    "__shfl_up_sync",
    "__shfl_xor_sync",
    "__syncthreads",
    "__syncthreads_and",
    "__syncthreads_count",
    "__syncthreads_or",
    "__syncwarp",
    "__threadfence",
    "__threadfence_block",
    "__threadfence_system",
    "atomicAdd",
    "atomicCAS",
    "atomicExch",
    "atomicMax",
    "atomicMin",
    "atomicSub",
    "blockDim",
    "blockIdx",
    "clock64",
    "dim3",
    "gridDim",
    "half",
    "threadIdx",
    "warpSize",
};
static_assert(std::is_sorted(cuda_words.begin(), cuda_words.end()));

using simt::rewrite::Token;

Word classify_word(const Token& token) {
  switch (token.kind) {
    case Token::Kind::identifier:
      return html::classify_word(token.text);
    case Token::Kind::number:
      return Word::number;
    case Token::Kind::string:
    case Token::Kind::character:
      return Word::text;
    case Token::Kind::comment:
      return Word::comment;
    case Token::Kind::directive:
      return Word::preprocessor;
    case Token::Kind::punctuation:
    case Token::Kind::end:
      break;
  }
  return Word::plain;
}

class Lines {
 public:
  void add(Word word, std::string_view text) {
    for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
      add_to_line(word, text.substr(0, end));
      lines_.emplace_back();
      text.remove_prefix(end + 1);
    }
    add_to_line(word, text);
  }
  std::vector<std::vector<Piece>> take() { return std::move(lines_); }

 private:
  void add_to_line(Word word, std::string_view text) {
    if (text.empty()) return;
    std::vector<Piece>& line = lines_.back();
    if (!line.empty() && line.back().word == word)
      line.back().text = {line.back().text.data(), line.back().text.size() + text.size()};
    else
      line.push_back({word, text});
  }

  std::vector<std::vector<Piece>> lines_{1};
};

}  // namespace

Word classify_word(std::string_view name) {
  if (std::binary_search(keywords.begin(), keywords.end(), name)) return Word::keyword;
  if (std::binary_search(cuda_words.begin(), cuda_words.end(), name)) return Word::cuda;
  return Word::plain;
}

std::vector<std::vector<Piece>> pieces_of_lines(std::string_view file) {
  Lines lines;
  simt::rewrite::Spellings spellings;
  std::size_t at = 0;
  for (const Token& token : simt::rewrite::tokenise_file(file, spellings)) {
    lines.add(Word::plain, file.substr(at, token.offset - at));
    lines.add(classify_word(token), file.substr(token.offset, token.length));
    at = token.offset + token.length;
  }
  lines.add(Word::plain, file.substr(at));
  return lines.take();
}

std::vector<Piece> first_bytes(std::vector<Piece> pieces, std::size_t bytes) {
  std::size_t count = 0;
  for (; count < pieces.size() && bytes > 0; ++count) {
    std::string_view& text = pieces[count].text;
    text = text.substr(0, bytes);
    bytes -= text.size();
  }
  pieces.resize(count);
  return pieces;
}

}  // namespace warpgrade::html
