#include "remedy/kernel/conditions.h"

#include <algorithm>
#include <map>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Conditions::other_connectives() {
  for (const Function& f : code_.functions())
    for (const std::size_t s : f.statements) other_connectives_in(code_.statements()[s]);
}

void Conditions::other_connectives_before(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr) return;
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind == Statement::Kind::branch && code_.line(s.begin) <= line) other_connectives_in(s);
  }
}

void Conditions::other_connectives_in(const Statement& s) {
  Range condition = find_condition(s);
  if (code_.is(condition.begin - 1, "for")) {  // between the first `;` and the second
    while (condition.begin < condition.end && !code_.is(condition.begin, ";")) ++condition.begin;
    std::size_t end = condition.begin + 1;
    while (end < condition.end && !code_.is(end, ";")) ++end;
    condition.end = end;
  }
  for (const auto& joins : joins_by_bracket(condition)) {
    const bool alike = std::all_of(joins.begin(), joins.end(), [&](std::size_t each) {
      return code_.is(each, "&&") == code_.is(joins.front(), "&&");
    });
    // `a || b || c` becomes `a && b && c`: nobody means `a || b && c`.
    if (alike) join_otherwise(condition, joins);
    for (std::size_t i = 0; !alike && i < joins.size(); ++i) join_otherwise(condition, {joins[i]});
  }
}

void Conditions::other_connectives_in_choices(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  for (std::size_t i = f->open + 1; i < f->close; ++i) {
    if (code_.line(i) != line || (!code_.is(i, "&&") && !code_.is(i, "||"))) continue;
    std::size_t begin = i, end = i;  // of the choice's test
    while (begin > f->open &&
           !remedy::is_one_of(code_.tokens()[begin].text, {"=", "(", ",", ";", "{", "return"}))
      begin = code_.is(begin, ")") || code_.is(begin, "]") ? code_.partner(begin) - 1 : begin - 1;
    while (end < f->close && !remedy::is_one_of(code_.tokens()[end].text, {"?", ")", ",", ";"}))
      end = code_.is(end, "(") || code_.is(end, "[") ? code_.partner(end) + 1 : end + 1;
    if (code_.is(end, "?") || (code_.is(end, ")") && code_.is(end + 1, "?")))
      join_otherwise({begin, end}, {i});
  }
}

std::vector<std::vector<std::size_t>> Conditions::joins_by_bracket(Range condition) const {
  std::map<std::size_t, std::vector<std::size_t>> all;
  std::vector<std::size_t> open = {condition.begin};
  for (std::size_t i = condition.begin + 1; i < condition.end; ++i) {
    if (code_.is(i, "(")) open.push_back(i);
    if (code_.is(i, ")") && open.size() > 1) open.pop_back();
    if (code_.is(i, "&&") || code_.is(i, "||")) all[open.back()].push_back(i);
  }
  std::vector<std::vector<std::size_t>> joins;
  for (auto& [bracket, its] : all) joins.push_back(std::move(its));
  return joins;
}

void Conditions::join_otherwise(Range condition, const std::vector<std::size_t>& joins) {
  std::string code;
  std::size_t shown = condition.begin + 1;
  for (const std::size_t each : joins) {
    code += code_.spelled(shown, each) + (code_.is(each, "&&") ? " || " : " && ");
    shown = each + 1;
  }
  instead({condition.begin + 1, condition.end}, code + code_.spelled(shown, condition.end),
          because("code.other-connective"));
}

void Conditions::fewer_returns() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t s : f.statements) {
      const Range condition = find_condition(code_.statements()[s]);
      if (!code_.is(condition.begin - 1, "if") || !code_.is(condition.end + 1, "return")) continue;
      const auto joins = joins_by_bracket(condition);
      if (joins.size() != 1 || holds(condition.begin, condition.end, "&&")) continue;
      for (std::size_t test = joins[0].size() + 1; test-- > 0;) {  // the last is the likeliest
        const std::size_t begin = test == 0 ? condition.begin + 1 : joins[0][test - 1];
        const std::size_t end = test < joins[0].size() ? joins[0][test] : condition.end;
        const std::string kept = test == 0 ? code_.spelled(end + 1, condition.end)
                                           : code_.spelled(condition.begin + 1, begin) +
                                                 (end < condition.end ? " " : "") +
                                                 code_.spelled(end, condition.end);
        instead({condition.begin + 1, condition.end}, kept,
                because("code.test-needless",
                        {{"test", code_.spelled(test == 0 ? begin : begin + 1, end)}}));
      }
    }
  }
}

void Conditions::fewer_skips() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const Range condition = find_condition(s);
      const bool skips =
          code_.is(condition.end + 1, "continue") ||
          (code_.is(condition.end + 1, "return") && code_.is(condition.end + 2, ";"));
      if (!code_.is(s.begin, "if") || !skips || s.end != condition.end + 3 || !s.listed ||
          !holds(condition.begin, condition.end, "+") ||
          !(holds(condition.begin, condition.end, ">") ||
            holds(condition.begin, condition.end, ">=")))
        continue;
      const std::string old = code_.spelled(s.begin, s.end);
      propose("statement.removed", code_.line(s.begin), "",
              around({s.begin + 2, condition.end}, "!" + asks() + " && (", ")"), old,
              because("code.skips-parts", {{"old", old}}));
    }
  }
}

void Conditions::never_begins() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      const Range condition = find_condition(loop);
      if (loop.kind != Statement::Kind::loop || code_.is(loop.begin, "do")) continue;
      for (std::size_t op = condition.begin + 1; op < condition.end; ++op) {
        const bool more = code_.is(op, ">") || code_.is(op, ">=");
        if (!more && !code_.is(op, "<") && !code_.is(op, "<=")) continue;
        const std::string name(code_.tokens()[more ? op - 1 : op + 1].text);
        // double name = 0;
        for (std::size_t i = f.open + 1; i + 3 < loop.begin; ++i) {
          if (!code_.is(i, name) || !code_.is(i + 1, "=") || !code_.is(i + 3, ";") ||
              code_.tokens()[i + 2].kind != Token::Kind::number)
            continue;
          const bool whole = is_whole_number(std::string(code_.tokens()[i - 1].text));
          instead({i + 2, i + 3}, whole ? "1" : "1e30",  // a float holds it, too
                  because("code.never-begins", {{"name", name},
                                                {"line", code_.line(op)},
                                                {"test", code_.spelled(op - 1, op + 2)}}));
        }
      }
    }
  }
}

void Conditions::each_time() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Range& condition : conditions(f)) {
      if (!holds(condition.begin, condition.end, "%")) continue;
      for (std::size_t i = condition.begin; i <= condition.end; ++i) {
        if (i < condition.end && !code_.is(i, "&&")) continue;
        // the operands of the only `&&`
        const std::string first = code_.spelled(condition.begin, i),
                          rest = i < condition.end ? code_.spelled(i + 1, condition.end) : "";
        const bool sometimes_first = first.find('%') != first.npos;
        const std::string kept = sometimes_first ? rest : first;
        instead(condition, kept.empty() ? "true" : kept, because("code.only-sometimes"));
        break;
      }
    }
  }
}

void Conditions::other_multiples() {
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 2; i + 4 < f.close; ++i) {
      if (!code_.is(i, "%")) continue;
      std::size_t equals = i + 1;
      while (code_.tokens()[equals].kind == Kind::identifier || code_.is(equals, "::") ||
             code_.tokens()[equals].kind == Kind::number)
        ++equals;
      const bool is_one = code_.is(equals, "==");
      if ((!is_one && !code_.is(equals, "!=")) || !code_.is(equals + 1, "0")) continue;
      const Range tested = {i - 1, equals + 2};
      const std::string test = code_.spelled(tested.begin, tested.end);
      const std::string size = code_.spelled(i - 1, i);
      // The length of a row is usually one of the last parameters.
      for (const bool both : {false, true})
        for (auto v = f.parameters.rbegin(); v != f.parameters.rend(); ++v) {
          if (v->name == size || !is_whole_number(v->type)) continue;
          const std::string other = v->name + test.substr(size.size());
          instead(tested, both ? test + (is_one ? " && " : " || ") + other : other,
                  because(both ? "code.other-multiple" : "code.multiple-of-another",
                          {{"name", v->name}, {"was", size}}));
        }
    }
  }
}

void Conditions::extend(const Function& f, Range condition, bool leaves) {
  // The existing limits and the kernel's sizes.
  std::vector<std::string> limits;
  const auto add = [&](const std::string& limit) {
    if (!limit.empty() && std::find(limits.begin(), limits.end(), limit) == limits.end())
      limits.push_back(limit);
  };
  const std::string comparison = leaves ? ">=" : "<";
  for (std::size_t i = condition.begin + 1; i < condition.end; ++i) {
    if (!code_.is(i, comparison)) continue;
    std::size_t end = i + 1;
    while (end < condition.end && !code_.is(end, "&&") && !code_.is(end, "||")) ++end;
    add(code_.spelled(i + 1, end));
  }
  if (limits.empty()) return;
  for (const Variable& v : f.parameters)
    if (v.type == "int" || v.type == "const int") add(v.name);
  if (limits.size() > 3) limits.resize(3);
  const Range inner = {condition.begin + 1, condition.end};
  const std::string old = code_.spelled(inner.begin, inner.end);
  for (const std::string& name : indices_of_threads(f)) {
    if (holds(inner.begin, inner.end, name)) continue;
    for (const std::string& limit : limits) {
      const std::string more = name + " " + comparison + " " + limit;
      const std::string code = old + (leaves ? " || " : " && ") + more;
      const std::string behind = leaves ? ") || (" + asks() + " && " + more + ")"
                                        : ") && (!" + asks() + " || " + more + ")";
      propose("expression.instead", code_.line(inner.begin), code, around(inner, "(", behind), old);
    }
  }
}

void Conditions::one_more_comparison(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::size_t at = code_.statement_at(*f, line);
  if (at == none) return;
  for (std::size_t s = at; s != none; s = code_.statements()[s].parent) {
    const Statement& each = code_.statements()[s];
    if (code_.is(each.begin, "if")) extend(*f, find_condition(each), false);
  }
  for (const std::size_t s : f->statements) {
    const Statement& each = code_.statements()[s];
    const Range condition = find_condition(each);
    if (code_.is(each.begin, "if") && each.end <= code_.statements()[at].begin &&
        code_.is(condition.end + 1, "return"))
      extend(*f, condition, true);
  }
}

}  // namespace warpgrade::remedy
