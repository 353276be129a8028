// All of it is decided on preprocessed text, where no macro, header or spelling hides a word any
// more; and by lists of what is let through, so that what the next compiler invents is not.
#include "simt/rewriter/untrusted.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "simt/rewriter/inline_ptx.h"
#include "simt/rewriter/line_directives.h"

namespace simt::rewrite {

namespace {

/// In the spelling without underscores.
bool is_harmless_attribute(std::string_view name) {
  static const std::set<std::string_view> all = {"access",
                                                 "aligned",
                                                 "alloc_align",
                                                 "alloc_size",
                                                 "always_inline",
                                                 "assume",
                                                 "assume_aligned",
                                                 "carries_dependency",
                                                 "cleanup",
                                                 "cold",
                                                 "const",
                                                 "constructor",
                                                 "deprecated",
                                                 "designated_init",
                                                 "destructor",
                                                 "error",
                                                 "fallthrough",
                                                 "flatten",
                                                 "format",
                                                 "format_arg",
                                                 "gnu_inline",
                                                 "hot",
                                                 "leaf",
                                                 "likely",
                                                 "malloc",
                                                 "may_alias",
                                                 "maybe_unused",
                                                 "mode",
                                                 "no_unique_address",
                                                 "noclone",
                                                 "nodiscard",
                                                 "noinline",
                                                 "noipa",
                                                 "nonnull",
                                                 "noreturn",
                                                 "nothrow",
                                                 "packed",
                                                 "pure",
                                                 "returns_nonnull",
                                                 "sentinel",
                                                 "transparent_union",
                                                 "unavailable",
                                                 "unlikely",
                                                 "unused",
                                                 "used",
                                                 "vector_size",
                                                 "visibility",
                                                 "warn_unused_result",
                                                 "warning",
                                                 "weak"};
  if (name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__")
    name = name.substr(2, name.size() - 4);
  return all.count(name) != 0;
}

/// The attributes between the brackets of a list: [begin, end) without what is not let through.
void filter_list(const Program& p, std::size_t begin, std::size_t end, Edits& edits) {
  if (p.is(begin, "using")) begin += 3;  // `using gnu:`
  for (std::size_t i = begin; i < end;) {
    std::size_t next = i, name = i;
    for (; next < end && !p.is(next, ","); next = p.past(next)) {
      if (p.is(next, "::")) name = next + 1;
    }
    if (name < next && !is_harmless_attribute(p[name].text)) edits.erase(i, next);
    i = next + 1;
  }
}

bool begins_with(std::string_view word, std::string_view beginning) {
  return word.substr(0, beginning.size()) == beginning;
}

template <std::size_t n>
bool begins_with_any(std::string_view word, const std::array<std::string_view, n>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view b) { return begins_with(word, b); });
}

bool is_engine_name(std::string_view t) {
  constexpr std::array<std::string_view, 9> beginnings = {
      "__tsan_",    "__sanitizer_", "__ubsan_", "__asan_",      "simt_checked_",
      "simt_heap_", "simt_print",   "_ZN4simt", "_ZN9warpgrade"};
  return t == "simt" || begins_with_any(t, beginnings);
}

bool is_x86_name(std::string_view word) {
  constexpr std::array<std::string_view, 4> beginnings = {"__builtin_ia32_", "_mm_", "_mm256_",
                                                          "_mm512_"};
  return begins_with_any(word, beginnings);
}

std::string first_words(std::string_view pragma) {
  std::string words;
  for (const char c : pragma.substr(pragma.find("pragma") + 6)) {
    const bool blank = c == ' ' || c == '\t';
    if (blank && (words.empty() || words.back() == ' ')) continue;
    words.push_back(blank || c == '(' ? ' ' : c);
  }
  return words + ' ';
}

}  // namespace

void refuse_line_directives(const Source& source, Diagnostics& diagnostics) {
  for (const std::uint32_t file : source.own_files) {
    // g++ names the working directory as well.
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(source.files[file], unknown)) continue;
    std::ifstream in(source.files[file], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (const auto line = line_directive(text))
      diagnostics.error(file, *line,
                        "#line is not accepted: a finding names the line of the file that was "
                        "handed in");
  }
}

void refuse_ways_around(const Program& p, const Scopes& scopes, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p.is_identifier(i)) continue;
    const std::string_view t = p[i].text;
    const Token& at = p[i];
    if (is_engine_name(t)) {
      diagnostics.error(at.file, at.line,
                        std::string(t) + " is a name of the CPU engine: use CUDA's names alone");
    } else if (is_x86_name(t)) {
      diagnostics.unsupported(at.file, at.line,
                              "x86 instructions by name: write them in C++, which the check sees");
    } else if (is_asm(t) && scopes.function(i) == nullptr) {
      diagnostics.error(at.file, at.line,
                        "assembly outside functions: the check cannot see it, write it in C++");
    } else if (is_asm(t) && !scopes.function(i)->runs_on_device()) {
      diagnostics.unsupported(at.file, at.line,
                              "assembly (asm): the check cannot see it, write it in C++");
    }
  }
}

void keep_harmless_attributes(const Program& p, Edits& edits) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    const bool gnu = p.is(i, "__attribute__") || p.is(i, "__attribute");
    if (gnu && p.is(i + 1, "(") && p.is(i + 2, "(")) {
      filter_list(p, i + 3, p.past(i + 2) - 1, edits);
    } else if (p.is(i, "[") && p.is(i + 1, "[")) {
      filter_list(p, i + 2, p.past(i + 1) - 1, edits);
    }
  }
}

void keep_harmless_pragmas(const Program& p, Edits& edits) {
  constexpr std::array<std::string_view, 8> harmless = {
      "once ",    "pack ",           "message ",    "unroll",
      "nounroll", "GCC diagnostic ", "GCC unroll ", "GCC ivdep "};
  for (const Pragma& pragma : p.source().pragmas) {
    const std::string_view text = p.source().text.substr(pragma.offset, pragma.length);
    if (!begins_with_any(first_words(text), harmless))
      edits.replace_bytes(pragma.offset, pragma.length, "");
  }
}

void name_memory_functions(const Program& p, Edits& edits) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::string_view t = p[i].text;
    if (t == "__builtin_memcpy" || t == "__builtin_memmove" || t == "__builtin_memset")
      edits.replace(i, std::string(t.substr(10)));
  }
}

}  // namespace simt::rewrite
