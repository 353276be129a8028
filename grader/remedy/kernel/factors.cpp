#include "remedy/kernel/factors.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

bool is_real(std::string_view type) {
  return type == "real" || type == "float" || type == "double";
}

}  // namespace

/// Parameters, and what is declared before `token` and known there, with a type that has fractions.
std::vector<std::string> Factors::list_numbers(const Function& f, std::size_t token) const {
  std::vector<std::string> all;
  for (const Variable& v : f.parameters)
    if (is_real(without_const(v.type))) all.push_back(v.name);
  for (std::size_t i = f.open + 2; i + 1 < token; ++i) {
    const std::string name(code_.tokens()[i].text);
    if (is_real(code_.tokens()[i - 1].text) && code_.is(i + 1, "=") &&
        std::find(all.begin(), all.end(), name) == all.end() && is_in_scope(f, name, token))
      all.push_back(name);
  }
  return all;
}

void Factors::missing() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      std::size_t i = s.begin;
      while (i < s.end && !is_assignment(code_.tokens()[i].text)) ++i;
      if (s.kind != Statement::Kind::other || is_whole_number(code_.spelled(s.begin, i))) continue;
      for (++i; i + 1 < s.end; ++i) {
        if (code_.is(i, "[")) i = code_.partner(i);
        // + x[i], where no product begins or ends
        if ((!code_.is(i, "+") && !code_.is(i, "-")) ||
            code_.tokens()[i + 1].kind != Kind::identifier)
          continue;
        const Range term = right_operand(i);
        const bool element = term.end <= s.end && code_.is(term.end - 1, "]") &&
                             code_.line(term.end - 1) == code_.line(term.begin);
        if (!element || code_.is(term.end, "*") || code_.is(term.end, "/")) continue;
        const std::string old = code_.spelled(term.begin, term.end);
        for (const std::string& factor : list_numbers(f, s.begin))
          instead(term, factor + " * " + old, because("code.factor-missing", {{"factor", factor}}));
      }
    }
  }
}

void Factors::squares() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
      const bool absolute = code_.is(i, "fabs") || code_.is(i, "fabsf") || code_.is(i, "abs");
      if (!absolute || !code_.is(i + 1, "(") || !code_.is(i + 3, ")") ||
          code_.tokens()[i + 2].kind != Kind::identifier)
        continue;
      const std::string name(code_.tokens()[i + 2].text);
      instead({i, i + 4}, name + " * " + name, because("code.not-squared", {{"name", name}}));
    }
  }
}

}  // namespace warpgrade::remedy
