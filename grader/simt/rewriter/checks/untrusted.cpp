// Everything is decided on preprocessed text, where no macro, header or spelling can hide a word,
// and by lists of what is allowed, so that features of future compilers are refused.
#include "simt/rewriter/checks/untrusted.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "simt/rewriter/c_library.h"
#include "simt/rewriter/line_directives.h"
#include "simt/rewriter/ptx/inline_ptx.h"

namespace simt::rewrite {

namespace {

bool begins_with(std::string_view word, std::string_view beginning) {
  return word.substr(0, beginning.size()) == beginning;
}

template <std::size_t n>
bool begins_with_any(std::string_view word, const std::array<std::string_view, n>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view b) { return begins_with(word, b); });
}

/// `__aligned__` becomes `aligned`.
std::string_view plain_spelling(std::string_view name) {
  if (name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__")
    return name.substr(2, name.size() - 4);
  return name;
}

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
                                                 "deprecated",
                                                 "designated_init",
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
  return all.count(plain_spelling(name)) != 0;
}

/// Attributes that change the program's meaning: they are refused, not dropped.
bool is_refused_attribute(std::string_view name) {
  static const std::set<std::string_view> all = {"alias", "constructor", "destructor",
                                                 "ifunc", "section",     "weakref"};
  return all.count(plain_spelling(name)) != 0;
}

/// Builtins that g++ computes without memory accesses, or whose accesses are seen.
bool is_harmless_builtin(std::string_view name) {
  static const std::set<std::string_view> all = {"align__",  // CUDA's own name for an alignment
                                                 "FILE",
                                                 "FUNCTION",
                                                 "LINE",
                                                 "abs",
                                                 "addressof",
                                                 "alloca",
                                                 "assume",
                                                 "assume_aligned",
                                                 "bit_cast",
                                                 "bswap16",
                                                 "bswap32",
                                                 "bswap64",
                                                 "choose_expr",
                                                 "clz",
                                                 "clzl",
                                                 "clzll",
                                                 "clrsb",
                                                 "clrsbl",
                                                 "clrsbll",
                                                 "constant_p",
                                                 "convertvector",
                                                 "ctz",
                                                 "ctzl",
                                                 "ctzll",
                                                 "expect",
                                                 "expect_with_probability",
                                                 "ffs",
                                                 "ffsl",
                                                 "ffsll",
                                                 "fpclassify",
                                                 "has_attribute",
                                                 "huge_val",
                                                 "huge_valf",
                                                 "huge_vall",
                                                 "inf",
                                                 "inff",
                                                 "infl",
                                                 "is_constant_evaluated",
                                                 "isfinite",
                                                 "isgreater",
                                                 "isgreaterequal",
                                                 "isinf",
                                                 "isinf_sign",
                                                 "isless",
                                                 "islessequal",
                                                 "islessgreater",
                                                 "isnan",
                                                 "isnormal",
                                                 "isunordered",
                                                 "labs",
                                                 "launder",
                                                 "llabs",
                                                 "memcpy",
                                                 "memmove",
                                                 "memset",
                                                 "nans",
                                                 "nansf",
                                                 "nansl",
                                                 "object_size",
                                                 "offsetof",
                                                 "parity",
                                                 "parityl",
                                                 "parityll",
                                                 "popcount",
                                                 "popcountl",
                                                 "popcountll",
                                                 "powi",
                                                 "powif",
                                                 "powil",
                                                 "prefetch",
                                                 "printf",
                                                 "shuffle",
                                                 "shufflevector",
                                                 "signbit",
                                                 "signbitf",
                                                 "signbitl",
                                                 "source_location",
                                                 "trap",
                                                 "types_compatible_p",
                                                 "unreachable",
                                                 "va_arg",
                                                 "va_copy",
                                                 "va_end",
                                                 "va_start"};
  if (all.count(name) != 0) return true;
  // Builtins with overflow checks: __builtin_add_overflow, __builtin_umull_overflow, …
  constexpr std::string_view overflow = "_overflow";
  if (name.size() > overflow.size() && name.substr(name.size() - overflow.size()) == overflow)
    return true;
  // Builtins of CUDA's device functions with numeric arguments. Those with pointers are only seen
  // under the C library's name.
  constexpr std::array<std::string_view, 8> by_pointers = {"str",    "mem",    "frexp",  "modf",
                                                           "remquo", "sincos", "lgamma", "gamma"};
  return name.substr(0, 1) != "_" && c_function(name) == CFunction::device &&
         !begins_with_any(name, by_pointers);
}

/// The attributes of a list between its brackets, [begin, end), without those that are not allowed.
void filter_list(const Program& p, std::size_t begin, std::size_t end, Edits& edits,
                 Diagnostics& diagnostics) {
  if (p.is(begin, "using")) begin += 3;  // `using gnu:`
  for (std::size_t i = begin; i < end;) {
    std::size_t next = i, name = i;
    for (; next < end && !p.is(next, ","); next = p.past(next)) {
      if (p.is(next, "::")) name = next + 1;
    }
    if (name < next && is_refused_attribute(p[name].text))
      diagnostics.error(p[name].file, p[name].line,
                        "the attribute " + std::string(p[name].text) +
                            " is not accepted in a submission: leave it out");
    if (name < next && !is_harmless_attribute(p[name].text)) edits.erase(i, next);
    i = next + 1;
  }
}

bool is_engine_name(std::string_view t) {
  constexpr std::array<std::string_view, 9> beginnings = {
      "__tsan_",    "__sanitizer_", "__ubsan_", "__asan_",      "simt_checked_",
      "simt_heap_", "simt_print",   "_ZN4simt", "_ZN9warpgrade"};
  return t == "simt" || begins_with_any(t, beginnings);
}

/// Whether it is a mangled C++ name.
bool is_mangled(std::string_view t) {
  return begins_with(t, "_Z") && t.size() > 2 &&
         std::string_view("0123456789GLNST").find(t[2]) != t.npos;
}

bool is_machine_name(std::string_view word) {
  constexpr std::array<std::string_view, 5> beginnings = {"__builtin_ia32_", "__builtin_aarch64_",
                                                          "_mm_", "_mm256_", "_mm512_"};
  return begins_with_any(word, beginnings);
}

/// `vst1q_f32`, `vst1q_u8_x2`: a `v`, and an element type after the last `_`.
bool is_neon_name(std::string_view t) {
  if (t.size() > 3 && t[t.size() - 3] == '_' && t[t.size() - 2] == 'x') t.remove_suffix(3);
  const std::size_t at = t.rfind('_');
  if (t.empty() || t[0] != 'v' || at == t.npos) return false;
  std::string_view type = t.substr(at + 1);
  if (begins_with(type, "bf")) type.remove_prefix(1);
  constexpr std::array<std::string_view, 5> widths = {"8", "16", "32", "64", "128"};
  return type.size() > 1 && std::string_view("sufp").find(type[0]) != type.npos &&
         std::find(widths.begin(), widths.end(), type.substr(1)) != widths.end();
}

/// `_addcarry_u32(…)`: some intrinsics load and store without a hook.
bool is_call_of_intrinsic(const Program& p, const Scopes& scopes, std::size_t i) {
  const std::string_view t = p[i].text;
  const bool by_name =
      (t.size() > 1 && t[0] == '_' && t[1] >= 'a' && t[1] <= 'z') || is_neon_name(t);
  return p.source().has_intrinsics && by_name && p.is(i + 1, "(") && scopes.named(t).empty();
}

bool is_hidden_builtin(std::string_view word) {
  constexpr std::string_view beginning = "__builtin_";
  return begins_with(word, beginning) && !is_harmless_builtin(word.substr(beginning.size()));
}

/// Whether the token is in a function, or behind the beginning of a lambda, that runs on a device.
bool is_in_device_code(const Program& p, const Scopes& scopes, std::size_t i) {
  const Function* const f = scopes.function(i);
  if (f == nullptr || f->runs_on_device()) return f != nullptr;
  for (std::size_t k = f->body; k < i; ++k)
    if (p.is(k, "__device__")) return true;
  return false;
}

/// Whether the `asm` at `i` follows a declarator and names its symbol. An assembly statement
/// follows another statement, a label or a condition instead.
bool is_label(const Program& p, std::size_t i) {
  if (i == 0) return false;
  if (p.is(i - 1, ")")) {
    const std::size_t open = p.partner(i - 1);
    return open == none || open == 0 ||
           !(p.is(open - 1, "if") || p.is(open - 1, "for") || p.is(open - 1, "while") ||
             p.is(open - 1, "switch") || p.is(open - 1, "constexpr"));
  }
  return !(p.is(i - 1, ";") || p.is(i - 1, "{") || p.is(i - 1, "}") || p.is(i - 1, ":") ||
           p.is(i - 1, "else") || p.is(i - 1, "do"));
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
    // g++ also lists the working directory.
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

void refuse_check_bypasses(const Program& p, const Scopes& scopes, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p.is_identifier(i)) continue;
    const std::string_view t = p[i].text;
    const Token& at = p[i];
    if (is_engine_name(t)) {
      diagnostics.error(at.file, at.line,
                        std::string(t) + " is a name of the CPU engine: use CUDA's names alone");
    } else if (is_machine_name(t) || is_call_of_intrinsic(p, scopes, i)) {
      diagnostics.unsupported(
          at.file, at.line,
          "intrinsics of the host's processor: write them in C++, which the check sees");
    } else if (is_mangled(t)) {
      diagnostics.error(at.file, at.line,
                        std::string(t) + " is a name as the linker has it: use the C++ name");
    } else if (is_hidden_builtin(t)) {
      diagnostics.unsupported(at.file, at.line,
                              std::string(t) + ", a function of g++: write it in CUDA C++");
    } else if (t == "__builtin_va_start" && is_in_device_code(p, scopes, i)) {
      diagnostics.unsupported(at.file, at.line,
                              "variable arguments (...) in device code, which the check does not "
                              "see: use parameters, or a template's");
    } else if (is_asm(t) && is_label(p, i)) {
      diagnostics.error(at.file, at.line,
                        "asm gives a variable or function another name: a submission uses the "
                        "names of its source");
    } else if (is_asm(t) && scopes.function(i) == nullptr) {
      diagnostics.error(at.file, at.line,
                        "assembly outside functions: the check cannot see it, write it in C++");
    } else if (is_asm(t) && !scopes.function(i)->runs_on_device()) {
      diagnostics.unsupported(at.file, at.line,
                              "assembly (asm): the check cannot see it, write it in C++");
    }
  }
}

void keep_harmless_attributes(const Program& p, Edits& edits, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    const bool gnu = p.is(i, "__attribute__") || p.is(i, "__attribute");
    if (gnu && p.is(i + 1, "(") && p.is(i + 2, "(")) {
      filter_list(p, i + 3, p.past(i + 2) - 1, edits, diagnostics);
    } else if (p.is(i, "[") && p.is(i + 1, "[")) {
      filter_list(p, i + 2, p.past(i + 1) - 1, edits, diagnostics);
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
