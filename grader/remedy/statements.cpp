#include "remedy/statements.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Whether the statement is `name = …;`; returns the name.
bool Statements::assigns(const Statement& s, std::string& name) const {
  if (!s.listed || s.kind != Statement::Kind::other || !code_.is(s.begin + 1, "=")) return false;
  if (code_.tokens()[s.begin].kind != Kind::identifier || !code_.is(s.end - 1, ";")) return false;
  name = code_.tokens()[s.begin].text;
  return true;
}

void Statements::exchange() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t first : f.statements) {
      for (const std::size_t second : f.statements) {
        const Statement &one = code_.statements()[first], &two = code_.statements()[second];
        std::string a, b;
        if (one.parent != two.parent || one.end != two.begin || !assigns(one, a) ||
            !assigns(two, b))
          continue;
        if (a == b || (!holds(two.begin + 2, two.end, a) && !holds(one.begin + 2, one.end, b)))
          continue;
        exchange_statements(one, two, because("code.order"));
      }
    }
  }
}

void Statements::swaps_behind_uses() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t first : f.statements) {
      for (const std::size_t second : f.statements) {
        const Statement &one = code_.statements()[first], &two = code_.statements()[second];
        const auto is_line = [&](const Statement& s) {
          return s.listed && code_.line(s.begin) == code_.line(s.end - 1);
        };
        if (one.parent != two.parent || one.end != two.begin || !is_line(one) || !is_line(two) ||
            is_swap(one) == is_swap(two))
          continue;
        const Statement &swap = is_swap(one) ? one : two, &use = is_swap(one) ? two : one;
        bool passes_on = false;
        for (std::size_t i = swap.begin; i < swap.end; ++i)
          for (std::size_t at = use.begin; at < use.end; ++at)
            passes_on |= code_.tokens()[i].kind == Kind::identifier &&
                         code_.is(at, code_.tokens()[i].text) &&
                         (code_.is(at - 1, "(") || code_.is(at - 1, ","));
        const bool leaves =
            is_swap(two) && code_.is(one.begin, "if") && code_.is(one.end - 2, "break");
        if (leaves)
          exchange_statements(one, two,
                              because("code.leaves-before-the-swap",
                                      {{"swap", code_.spelled(two.begin, two.end)}}));
        if (!passes_on || leaves || holds(use.begin, use.end, "<<<")) continue;  // sweep, then swap
        exchange_statements(
            one, two,
            because(is_swap(one) ? "code.swapped-too-early" : "code.swapped-too-late",
                    {{"use", code_.spelled(use.begin, use.end)}}));
      }
    }
  }
}

void Statements::counts_before_breaks() {
  for (const Function& f : code_.functions()) {
    for (const std::size_t first : f.statements) {
      for (const std::size_t second : f.statements) {
        const Statement &one = code_.statements()[first], &two = code_.statements()[second];
        const bool counts = two.end == two.begin + 3 &&
                            (code_.is(two.begin, "++") || code_.is(two.begin + 1, "++"));
        if (one.parent == two.parent && one.end == two.begin && one.listed && two.listed &&
            counts && code_.is(one.begin, "if") && code_.is(one.end - 2, "break") &&
            code_.line(one.begin) == code_.line(one.end - 1))
          exchange_statements(one, two,
                              because("code.leaves-before-the-count",
                                      {{"count", code_.spelled(two.begin, two.end)}}));
      }
    }
  }
}

void Statements::counts_of_loops_before_breaks() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (!code_.is(loop.begin, "for")) continue;
      const std::size_t close = code_.partner(loop.begin + 1);
      const bool first = code_.is(close - 2, "++"), last = code_.is(close - 1, "++");
      if (!code_.is(close - 3, ";") || first == last) continue;
      const std::string count(code_.tokens()[close - (first ? 1 : 2)].text);
      // A variable of the loop alone is not known behind it.
      if (!code_.is(loop.begin + 2, count) && !code_.is(loop.begin + 2, ";")) continue;
      if (!returns(f, count)) continue;
      const std::string counts = code_.spelled(close - 2, close) + ";";
      for (std::size_t i = close; i < loop.end; ++i) {
        const bool inner =
            std::any_of(f.statements.begin(), f.statements.end(), [&](const std::size_t other) {
              const Statement& s = code_.statements()[other];
              return s.kind == Statement::Kind::loop && s.begin > close && s.begin < i && i < s.end;
            });
        if (code_.is(i, "break") && !inner)
          propose("statement.instead", code_.line(i), "{ " + counts + " break; }",
                  around({i, i + 2}, "{ if (" + asks() + ") " + counts + " ", " }"), "break;",
                  because("code.leaves-before-the-count", {{"count", counts}}));
      }
    }
  }
}

void Statements::continue_for_break() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i)
      if (code_.is(i, "break") && !holds(f.open, f.close, "switch"))
        propose("statement.instead", code_.line(i), "continue;",
                around({i, i + 2}, "{ if (" + asks() + ") continue; ", " }"), "break;",
                because("code.ends-the-loop"));
  }
}

bool Statements::returns(const Function& f, const std::string& name) const {
  for (std::size_t i = f.open; i < f.close; ++i)
    if (code_.is(i, "return") && code_.is(i + 1, name) && code_.is(i + 2, ";")) return true;
  return false;
}

/// Whether the statement calls swap() and does nothing else.
bool Statements::is_swap(const Statement& s) const {
  std::size_t call = s.begin;
  if (s.kind == Statement::Kind::loop && code_.is(s.begin, "for"))
    call = code_.partner(s.begin + 1) + 1;
  if (code_.is(call, "std")) call += 2;
  return code_.is(call, "swap") && code_.is(call + 1, "(") && code_.partner(call + 1) + 2 == s.end;
}

void Statements::only_the_first() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const bool stores = s.kind == Statement::Kind::other && s.parent != none &&
                          code_.is(s.begin, "*") && code_.is(s.begin + 2, "=") &&
                          code_.is(s.end - 1, ";");
      if (!stores) continue;
      const std::string name(code_.tokens()[s.begin + 1].text);
      const bool number =
          std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
            return v.name == name && v.type.find("const") == v.type.npos &&
                   is_whole_number(v.type.substr(0, v.type.find('*')));
          });
      if (!number) continue;
      const std::string old = code_.spelled(s.begin, s.end), test = "*" + name + " == 0";
      const Statement& branch = code_.statements()[s.parent];
      const Range condition = find_condition(branch);
      const Cause cause = because("code.overwritten-later", {{"what", old}});
      if (code_.is(branch.begin, "if") && condition.end + 1 == s.begin && branch.end == s.end &&
          !holds(condition.begin, condition.end, "||")) {
        const Range tests{condition.begin + 1, condition.end};
        instead(tests, code_.spelled(tests.begin, tests.end) + " && " + test, cause);
        continue;
      }
      propose(
          "statement.instead", code_.line(s.begin), "if (" + test + ") " + old,
          {{before(s.begin), "{ if (!" + asks() + " || " + test + ") "}, {after(s.end - 1), " }"}},
          old, cause);
    }
  }
}

/// Whether a name used in the statement is declared at or after the token `begin`.
bool Statements::declared_between(std::size_t begin, const Statement& s) const {
  for (std::size_t i = s.begin; i < s.end; ++i) {
    if (code_.tokens()[i].kind != Kind::identifier) continue;
    for (std::size_t at = begin + 1; at < s.begin; ++at) {
      const Token& type = code_.tokens()[at - 1];
      if (code_.is(at, code_.tokens()[i].text) && type.kind == Kind::identifier &&
          type.text != "return" && type.text != "else")
        return true;
    }
  }
  return false;
}

void Statements::behind_loops() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      std::size_t op = s.begin + 1;
      while (code_.is(op, "[")) op = code_.partner(op) + 1;
      const bool updates = s.kind == Statement::Kind::other && code_.is(s.end - 1, ";") &&
                           (code_.is(op, "+=") || code_.is(op, "-="));
      if (!updates) continue;
      std::string guard;
      int conditions = 0;
      for (std::size_t up = s.parent; up != none; up = code_.statements()[up].parent) {
        const Statement& around = code_.statements()[up];
        if (around.kind == Statement::Kind::branch && code_.is(around.begin + 1, "(")) {
          const std::string condition =
              code_.spelled(around.begin + 1, code_.partner(around.begin + 1) + 1);
          guard = conditions++ == 0 ? condition : guard + " && " + condition;
        }
        if (around.kind != Statement::Kind::loop) continue;
        if (around.listed && !declared_between(around.begin, s)) {
          const std::string code = code_.spelled(s.begin, s.end);
          if (conditions > 1) guard = "(" + guard + ")";
          const std::string guarded = conditions == 0 ? code : "if " + guard + " " + code;
          propose("loop.behind", code_.line(around.end - 1), guarded,
                  {{before(s.begin), "if (!" + asks() + ") "},
                   {after(around.end - 1), " if (" + asks() + ") { " + guarded + " }"}},
                  "line " + std::to_string(code_.line(s.begin)),
                  because("code.once-a-step", {{"what", code}}));
        }
        break;
      }
    }
  }
}

}  // namespace warpgrade::remedy
