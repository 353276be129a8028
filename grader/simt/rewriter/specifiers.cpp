#include "simt/rewriter/specifiers.h"

#include <algorithm>

#include "simt/rewriter/declarators.h"

namespace simt::rewrite {

namespace {

bool is_inline_word(const Program& p, std::size_t i) {
  return p.is(i, "inline") || p.is(i, "__inline__") || p.is(i, "__inline");
}

/// Whether the specifiers around the word at `i` already contain `inline`: g++ refuses it twice.
bool is_inline_already(const Program& p, std::size_t i) {
  for (std::size_t j = declaration_begin(p, i); j < i; ++j)
    if (is_inline_word(p, j) || p.is(j, "__forceinline__")) return true;
  for (std::size_t j = i + 1; j < p.size() && j - i < 50; ++j) {
    if (is_inline_word(p, j)) return true;
    if (p.is(j, "(") || p.is(j, ";") || p.is(j, "{")) break;
  }
  return false;
}

/// Whether the function of the word at `i` calls itself: g++ cannot always inline that.
bool is_recursive(const Program& p, const Scopes& scopes, std::size_t i) {
  const auto& all = scopes.functions();
  // Functions are sorted by the position of their names; this one's name is the first after the
  // word.
  const auto f = std::partition_point(all.begin(), all.end(),
                                      [&](const Function& x) { return x.name_token < i; });
  if (f == all.end() || f->begin > i || f->body == none) return false;
  for (std::size_t j = f->body; j < p.past(f->body); ++j)
    if (p[j].text == f->name && p.is(j + 1, "(")) return true;
  return false;
}

std::string force_inline(const Program& p, const Scopes& scopes, std::size_t i) {
  const bool lambda = i > 0 && (p.is(i - 1, "]") || scopes.kind(i) == Scopes::Kind::block);
  std::string text = lambda || is_inline_already(p, i) ? "" : "inline ";
  // In CUB and Thrust, apparently only templates with other arguments call themselves.
  if (p.is_library(i) || !is_recursive(p, scopes, i)) text += "__attribute__((always_inline))";
  return text;
}

/// A kernel that is only launched elsewhere should not cause a warning.
bool may_be_unused(const Scopes& scopes, const Program& p, std::size_t i) {
  if (scopes.kind(i) != Scopes::Kind::namespace_) return false;
  for (std::size_t j = declaration_begin(p, i); j < i + 20 && j < p.size() && !p.is(j, "("); ++j) {
    if (p.is(j, "friend")) return false;
    if (p.is(j, "static")) return true;
  }
  return false;
}

/// Whether this is `clock()` in device code: the cycle counter, not the C library's function.
bool is_device_clock(const Program& p, const Scopes& scopes, std::size_t i) {
  if (!p.is(i, "clock") || !p.is(i + 1, "(") || !p.is(i + 2, ")") || i == 0) return false;
  if (p.is(i - 1, ".") || p.is(i - 1, "->") || p.is(i - 1, "::")) return false;
  const Function* f = scopes.function(i);
  return f != nullptr && f->runs_on_device() && f->body != none && i > f->body;
}

/// Matches the `::` of `Of<T>::member<3>(x)`, which nvcc takes for a call where C++ requires
/// `template`.
bool leaves_out_template(const Program& p, const Scopes& scopes, std::size_t i) {
  if (!p.is(i, "::") || i == 0 || !p.is(i - 1, ">") || !p.is_name(i + 1) || !p.is(i + 2, "<"))
    return false;
  const std::size_t close = p.closing_angle(i + 2);
  return close != none && p.is(close + 1, "(") && scopes.kind(i) == Scopes::Kind::block &&
         p.opening_angle(i - 1) != none;
}

constexpr std::string_view dropped[] = {"__host__", "__device__", "__constant__", "__managed__",
                                        "__grid_constant__"};
constexpr std::string_view dropped_with_arguments[] = {"__launch_bounds__", "__cluster_dims__",
                                                       "__maxnreg__"};
constexpr std::string_view alignments[] = {"__align__", "__builtin_align__"};

/// Replaces CUDA's specifier of a function or variable by g++'s.
void rewrite_specifier(const Program& p, const Scopes& scopes, std::size_t i, Edits& edits) {
  const std::string_view t = p[i].text;
  const bool with_arguments = p.is(i + 1, "(");
  if (t == "__global__") {
    edits.replace(i, may_be_unused(scopes, p, i) ? "__attribute__((unused))" : "");
  } else if (is_one_of(t, dropped)) {
    edits.replace(i, "");
  } else if (with_arguments && is_one_of(t, dropped_with_arguments)) {
    edits.erase(i, p.past(i + 1));
  } else if (t == "__forceinline__") {
    edits.replace(i, force_inline(p, scopes, i));
  } else if (t == "__noinline__") {
    // `__attribute__((__noinline__))` is already g++'s.
    if (!(i > 0 && (p.is(i - 1, "(") || p.is(i - 1, ","))))
      edits.replace(i, "__attribute__((noinline))");
  } else if (with_arguments && is_one_of(t, alignments) && p.partner(i + 1) != none) {
    edits.replace(i, "__attribute__((aligned");
    edits.insert_after(p.partner(i + 1), "))");
  }
}

}  // namespace

void rewrite_specifiers(const Program& p, const Scopes& scopes, Edits& edits) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::string_view t = p[i].text;
    if (is_device_clock(p, scopes, i)) edits.replace(i, "::simt::detail::device_clock");
    if (leaves_out_template(p, scopes, i)) edits.insert_after(i, "template ");
    if (t.size() < 8 || t[0] != '_' || t[1] != '_' || edits.is_replaced(i)) continue;
    rewrite_specifier(p, scopes, i, edits);
  }
}

void rewrite_pragmas(const Program& p, Edits& edits) {
  for (const Pragma& pragma : p.source().pragmas) {
    const bool loop = p.is(pragma.next_token, "for") || p.is(pragma.next_token, "while") ||
                      p.is(pragma.next_token, "do");
    if (!loop) continue;
    std::string text(p.source().text.substr(pragma.offset, pragma.length));
    if (text.find('\n') != std::string::npos) continue;
    std::string words;  // without blanks and parentheses: #pragmaunroll4
    for (const char c : text)
      if (c != ' ' && c != '\t' && c != '(' && c != ')' && c != '\r') words.push_back(c);
    constexpr std::string_view unroll = "#pragmaunroll";
    if (words.rfind(unroll, 0) != 0) continue;
    const std::string count = words.substr(unroll.size());
    // g++ accepts 1 to 65534. A bare `unroll` is left to g++, and a name may be a macro's.
    const bool number = !count.empty() && count.size() <= 4 &&
                        count.find_first_not_of("0123456789") == std::string::npos;
    if (number) edits.replace_bytes(pragma.offset, pragma.length, "#pragma GCC unroll " + count);
  }
}

}  // namespace simt::rewrite
