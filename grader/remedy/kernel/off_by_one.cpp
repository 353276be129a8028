#include "remedy/kernel/off_by_one.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void OffByOne::in_kernels() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const Range& condition : conditions(f))
      for (std::size_t i = condition.begin; i < condition.end; ++i)
        if (code_.is(i, "1")) leave_out(i, term_around(i, condition), "code.off-by-one");
    loop_starts(f);
    for (std::size_t i = f.open; i < f.close; ++i)
      if (code_.is(i, "[") && !is_dimension(f, i)) in_subscript(f, i);
  }
}

/// Whether it is of `__shared__ real s[W][W + 1];`.
bool OffByOne::is_dimension(const Function& f, std::size_t open) const {
  const std::size_t s = code_.statement_at(f, code_.line(open));
  return s != none && code_.is(code_.statements()[s].begin, "__shared__");
}

/// Also replaces `s[N]`, the end of a halo, by `s[N + 1]`, except in array declarations.
void OffByOne::in_subscript(const Function& f, std::size_t open) {
  const std::size_t close = code_.partner(open);
  for (std::size_t at = open + 1; at < close; ++at)
    if (code_.is(at, "1")) leave_out(at, {open + 1, close}, "code.off-by-one");
  const Token& only = code_.tokens()[open + 1];
  const bool constant = close == open + 2 && only.kind == Kind::identifier && is_macro(only.text);
  const Token& type = code_.tokens()[open - 2];
  const bool declared = type.kind == Kind::identifier && type.text != "return";
  if (constant && holds(open + 2, f.close, "=") && !code_.is(open + 3, ";") && !declared)
    instead({open + 1, open + 2}, std::string(only.text) + " + 1", because("code.off-by-one"));
}

void OffByOne::in_launches() {
  for (const Function& f : code_.functions()) {
    if (f.on_device || launches(f).empty()) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other) continue;
      std::size_t equals = s.begin;
      while (equals < s.end && !code_.is(equals, "=") && !code_.is(equals, "(")) ++equals;
      if (!code_.is(equals, "=") || !code_.is(s.end - 1, ";")) continue;
      for (std::size_t i = equals + 1; i < s.end; ++i)
        if (code_.is(i, "1"))
          leave_out(i, term_around(i, {equals + 1, s.end - 1}), "code.count-off-by-one");
    }
    for (const Launch& launch : launches(f))
      for (const Range& size : launch.sizes)
        for (std::size_t i = size.begin; i < size.end; ++i)
          if (code_.is(i, "1")) leave_out(i, size, "code.count-off-by-one");
  }
}

void OffByOne::in_copies() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (code_.tokens()[i].text.rfind("cudaMemcpy", 0) != 0 || !code_.is(i + 1, "(")) continue;
      for (const Range& given : arguments(i + 1))
        for (std::size_t at = given.begin; at < given.end; ++at)
          if (code_.is(at, "1")) leave_out(at, given, "code.copy-off-by-one");
    }
  }
}

/// Lets `for (int i = 0;` start at 1 and vice versa, with `k + 1` instead of `k`.
void OffByOne::loop_starts(const Function& f) {
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (!code_.is(s.begin, "for") || !code_.is(s.begin + 1, "(")) continue;
    for (std::size_t i = s.begin + 2; i < s.end && !code_.is(i, ";"); ++i) {
      if (!code_.is(i, "=")) continue;
      std::size_t end = i + 1;
      while (end < s.end && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
      const std::string start = code_.spelled(i + 1, end);
      const bool simple = end == i + 2;
      const std::string by = start == "0" ? "1" : start == "1" ? "0" : start + " + 1";
      if (simple) instead({i + 1, end}, by, because("code.loop-start"));
    }
  }
}

/// Removes `+ 1` or `- 1` from `expression`; `one` is the token of the 1.
void OffByOne::leave_out(std::size_t one, Range expression, const char* cause) {
  const std::size_t sign = one - 1;
  if (sign <= expression.begin || (!code_.is(sign, "+") && !code_.is(sign, "-"))) return;
  // `(n + T - 1) / T` rounds up and is left alone, as are products.
  if (code_.is(one + 1, "*") || (code_.is(one + 1, ")") && code_.is(one + 2, "/"))) return;
  std::string without = code_.spelled(expression.begin, sign) + spelled_behind(one, expression.end);
  const std::string alone(code_.tokens()[sign - 1].text);
  const bool in_brackets = sign - 2 >= expression.begin && one + 1 < expression.end &&
                           code_.is(sign - 2, "(") && code_.is(one + 1, ")");
  if (in_brackets && code_.tokens()[sign - 3].kind != Kind::identifier)
    without.replace(without.find("(" + alone + ")"), alone.size() + 2, alone);
  propose("expression.instead", code_.line(one), without,
          around({one, one + 1}, "(" + asks() + " ? 0 : ", ")"),
          code_.spelled(expression.begin, expression.end),
          because(cause, {{"too", code_.is(sign, "-") ? "few" : "many"}}));
}

}  // namespace warpgrade::remedy
