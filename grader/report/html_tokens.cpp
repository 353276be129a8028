#include "report/html_tokens.h"

#include <algorithm>
#include <array>

namespace warpgrade::html {
namespace {

bool is_digit_of_any(char c) { return c >= '0' && c <= '9'; }

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool goes_on_word(char c) { return begins_word(c) || is_digit_of_any(c); }

// Sorted, for the search.
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

Word word_of(std::string_view text) {
  if (std::binary_search(keywords.begin(), keywords.end(), text)) return Word::keyword;
  if (std::binary_search(cuda_words.begin(), cuda_words.end(), text)) return Word::cuda;
  return Word::plain;
}

// An encoding prefix, alone or before R: u8"", LR"()".
bool is_string_prefix(std::string_view text, bool& raw) {
  raw = !text.empty() && text.back() == 'R';
  if (raw) text.remove_suffix(1);
  return text.empty() || text == "L" || text == "u" || text == "U" || text == "u8";
}

// Behind the quote that closes what opens at `at`, or the end of the line.
std::size_t end_of_quoted(std::string_view line, std::size_t at) {
  const char quote = line[at++];
  while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
  return std::min(at + 1, line.size());
}

// A number as the preprocessor sees it (pp-number), with digit separators.
std::size_t end_of_number(std::string_view line, std::size_t at) {
  for (++at; at < line.size(); ++at) {
    const char c = line[at], before = line[at - 1];
    const bool sign = (c == '+' || c == '-') &&
                      (before == 'e' || before == 'E' || before == 'p' || before == 'P');
    const bool separator = c == '\'' && at + 1 < line.size() && goes_on_word(line[at + 1]);
    if (!goes_on_word(c) && c != '.' && !sign && !separator) break;
  }
  return at;
}

bool goes_on(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return !line.empty() && line.back() == '\\';
}

}  // namespace

void Highlighter::add(Word word, std::string_view text) {
  if (text.empty()) return;
  if (!pieces_.empty() && pieces_.back().word == word) {
    pieces_.back().text = {pieces_.back().text.data(), pieces_.back().text.size() + text.size()};
    return;
  }
  pieces_.push_back({word, text});
}

// A piece that goes on until `end`, or over the end of the line.
std::size_t Highlighter::until(std::string_view line, std::size_t at, std::string_view end,
                               Word word) {
  const std::size_t found = line.find(end, at);
  if (found == std::string_view::npos) {
    add(word, line.substr(at));
    return line.size();
  }
  add(word, line.substr(at, found + end.size() - at));
  inside_ = Inside::code;
  return found + end.size();
}

// One piece of code from `at` on; returns where the next one begins.
std::size_t Highlighter::code(std::string_view line, std::size_t at) {
  const char c = line[at];
  const std::string_view two = line.substr(at, 2);
  if (two == "//") {
    inside_ = Inside::line_comment;
    return at;
  }
  if (two == "/*") {
    inside_ = Inside::block_comment;
    add(Word::comment, two);
    return at + 2;
  }
  if (c == '"' || c == '\'') {
    const std::size_t end = end_of_quoted(line, at);
    add(Word::text, line.substr(at, end - at));
    return end;
  }
  if (is_digit_of_any(c) || (c == '.' && at + 1 < line.size() && is_digit_of_any(line[at + 1]))) {
    const std::size_t end = end_of_number(line, at);
    add(Word::number, line.substr(at, end - at));
    return end;
  }
  if (!begins_word(c)) {
    add(Word::plain, line.substr(at, 1));
    return at + 1;
  }
  std::size_t end = at + 1;
  while (end < line.size() && goes_on_word(line[end])) ++end;
  const std::string_view text = line.substr(at, end - at);
  bool raw = false;
  if (end < line.size() && line[end] == '"' && is_string_prefix(text, raw)) {
    // A raw string's delimiter has at most 16 characters.
    const std::size_t open = raw ? line.find('(', end) : std::string_view::npos;
    if (open != std::string_view::npos && open - end <= 17) {
      raw_end_ = ")" + std::string(line.substr(end + 1, open - end - 1)) + "\"";
      inside_ = Inside::raw_string;
      add(Word::text, line.substr(at, open + 1 - at));
      return open + 1;
    }
    add(Word::text, text);
    return end;
  }
  add(word_of(text), text);
  return end;
}

std::vector<Piece> Highlighter::next(std::string_view line) {
  pieces_.clear();
  if (inside_ == Inside::code) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string_view::npos && line[first] == '#') inside_ = Inside::directive;
  }
  for (std::size_t at = 0; at < line.size();) {
    switch (inside_) {
      case Inside::code:
        at = code(line, at);
        break;
      case Inside::block_comment:
        at = until(line, at, "*/", Word::comment);
        break;
      case Inside::raw_string:
        at = until(line, at, raw_end_, Word::text);
        break;
      case Inside::line_comment:
        add(Word::comment, line.substr(at));
        at = line.size();
        break;
      case Inside::directive: {
        // One colour up to a comment: the words of a macro are seldom what one looks for.
        const std::size_t comment = std::min(line.find("//", at), line.find("/*", at));
        const std::size_t end = std::min(comment, line.size());
        add(Word::preprocessor, line.substr(at, end - at));
        at = end;
        if (at < line.size()) at = code(line, at);
        break;
      }
    }
  }
  const bool ends_with_line = inside_ == Inside::line_comment || inside_ == Inside::directive;
  if (ends_with_line && !goes_on(line)) inside_ = Inside::code;
  return std::move(pieces_);
}

}  // namespace warpgrade::html
