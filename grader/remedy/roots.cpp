#include "remedy/roots.h"

#include <array>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

bool is_real(std::string_view type) {
  return type == "real" || type == "float" || type == "double";
}

bool is_comparison(std::string_view text) {
  return text == "<" || text == "<=" || text == ">" || text == ">=";
}

}  // namespace

void Roots::needless() {
  constexpr std::array<std::string_view, 5> names = {"sqrt", "sqrtf", "fabs", "fabsf", "abs"};
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
      for (const std::string_view name : names) {
        if (!code_.is(i, name) || !code_.is(i + 1, "(")) continue;
        const std::size_t close = code_.partner(i + 1), begin = code_.is(i - 1, "::") ? i - 2 : i;
        const std::string value = code_.spelled(i + 2, close);
        // x = sqrt(x);
        if (close == i + 3 && code_.is(begin - 1, "=") && code_.is(begin - 2, value) &&
            code_.is(close + 1, ";")) {
          const Range all = {begin - 2, close + 2};
          propose(
              "statement.removed", code_.line(all.begin), "",
              around(all, "{ if (!" + asks() + ") ", " }"), code_.spelled(all.begin, all.end),
              because("code.statement-needless", {{"what", code_.spelled(all.begin, all.end)}}));
          continue;
        }
        instead({begin, close + 1}, close == i + 3 ? value : "(" + value + ")",
                because("code.call-needless", {{"name", std::string(name)}}));
      }
      // Matches sum <= tolerance * tolerance
      const bool square = is_comparison(code_.tokens()[i].text) && code_.is(i + 2, "*") &&
                          code_.tokens()[i + 1].kind == Kind::identifier &&
                          code_.is(i + 3, code_.tokens()[i + 1].text) && !code_.is(i + 4, "*") &&
                          !is_constant(i + 1);
      if (square)
        instead({i + 1, i + 4}, code_.spelled(i + 1, i + 2),
                because("code.squared", {{"name", code_.spelled(i + 1, i + 2)}}));
    }
  }
}

void Roots::missing() {
  const bool takes_roots = holds(0, code_.tokens().size(), "sqrt");
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 2; i + 2 < f.close; ++i) {
      const bool stores = code_.is(i, "=") && code_.is(i - 1, "]") && code_.is(i + 2, ";");
      const bool starts = code_.is(i, "=") && is_real_variable(f, i - 1) && code_.is(i + 2, ";");
      if (((takes_roots && stores) || starts) && is_real_variable(f, i + 1))
        put_root({i + 1, i + 2});
      const bool divides = code_.is(i, "/") || code_.is(i, "/=");
      if (divides && code_.tokens()[i + 1].kind == Kind::identifier) {
        const Range by = right_operand(i);
        const bool element = code_.is(by.end - 1, "]");
        const bool macro = code_.is(i + 2, "(") && is_constant(i + 1);
        const bool name = by.end == i + 2 && is_real_variable(f, i + 1);
        if (element || macro || name) put_root(by);
      }
      if (is_comparison(code_.tokens()[i].text) && is_real_variable(f, i - 1) &&
          !code_.is(i - 2, "*") && !code_.is(i - 2, "."))
        put_root({i - 1, i});
    }
  }
}

void Roots::squares() {
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 2; i + 2 < f.close; ++i) {
      const bool added = code_.is(i - 1, "+=") || code_.is(i - 1, "=");
      if (!added || !code_.is(i + 1, ";") || !is_difference(f, i)) continue;
      const std::string name = code_.spelled(i, i + 1);
      instead({i, i + 1}, name + " * " + name, because("code.not-squared", {{"name", name}}));
    }
  }
}

/// A local variable with fractions, declared before: `real p = …`, also after a comma.
bool Roots::is_real_variable(const Function& f, std::size_t token) const {
  const std::string_view name = code_.tokens()[token].text;
  if (code_.tokens()[token].kind != Kind::identifier) return false;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || s.begin > token) continue;
    const std::size_t type = code_.is(s.begin, "const") ? s.begin + 1 : s.begin;
    if (!is_real(code_.tokens()[type].text) || code_.is(type + 1, "*")) continue;
    for (std::size_t i = type + 1; i + 1 < s.end && i <= token; ++i) {
      const bool first = i == type + 1 || code_.is(i - 1, ",");
      if (first && code_.is(i, name) && !code_.is(i + 1, "[")) return true;
      if (code_.is(i, "(") || code_.is(i, "[") || code_.is(i, "{")) i = code_.partner(i);
    }
  }
  return false;
}

/// Whether it is declared as `real d = a - b`.
bool Roots::is_difference(const Function& f, std::size_t token) const {
  for (std::size_t i = f.open + 2; i + 2 < token; ++i) {
    if (!code_.is(i, code_.tokens()[token].text) || !code_.is(i + 1, "=") ||
        !is_real_variable(f, i))
      continue;
    std::size_t end = i + 2;
    while (end < token && !code_.is(end, ";") && !code_.is(end, ","))
      end = code_.is(end, "(") || code_.is(end, "[") ? code_.partner(end) + 1 : end + 1;
    return holds(i + 2, end, "-");
  }
  return false;
}

void Roots::put_root(Range of) {
  instead(of, "sqrt(" + code_.spelled(of.begin, of.end) + ")", because("code.root-missing"));
}

}  // namespace warpgrade::remedy
