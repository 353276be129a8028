#include "remedy/kernel/loops.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Loops::end(int line) {
  for (const Statement& s : code_.statements()) {
    if (s.kind != Statement::Kind::loop || code_.line(s.begin) != line) continue;
    if (code_.is(s.begin, "for") && code_.is(s.begin + 1, "(")) {
      const std::size_t close = code_.partner(s.begin + 1);
      std::size_t first = s.begin + 2;
      while (first < close && !code_.is(first, ";")) ++first;
      std::size_t second = first + 1;
      while (second < close && !code_.is(second, ";")) ++second;
      if (second >= close) continue;
      end_condition({first + 1, second});
      step_otherwise({first + 1, second}, {second + 1, close});
    } else if (code_.is(s.begin, "while") && code_.is(s.begin + 1, "(")) {
      end_condition({s.begin + 2, code_.partner(s.begin + 1)});
    } else if (code_.is(s.begin, "do") && code_.is(s.end - 2, ")")) {
      end_condition({code_.partner(s.end - 2) + 1, s.end - 2});
    }
  }
}

void Loops::rounds_of_the_block() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::loop || !code_.is(s.begin, "for") ||
          !holds(s.begin, s.end, "__syncthreads"))
        continue;
      const std::size_t close = code_.partner(s.begin + 1);
      std::size_t set = s.begin + 2;
      while (set < close && !code_.is(set, "=")) ++set;
      std::size_t first = set;
      while (first < close && !code_.is(first, ";")) ++first;
      // for (T h = … + t; h < n; …
      const std::string name(code_.tokens()[set - 1].text);
      if (first + 2 >= close || !code_.is(first + 1, name) || !code_.is(first + 2, "<")) continue;
      const bool direct = code_.spelled(first - 3, first) == "threadIdx.x";
      const std::size_t thread = direct ? first - 3 : first - 1;
      if (!code_.is(thread - 1, "+") || code_.tokens()[thread].kind != Kind::identifier) continue;
      std::size_t end = first + 3;
      while (end < close && !code_.is(end, ";")) ++end;
      const std::string start =
          name + " - " + (direct ? "(int)" : "") + code_.spelled(thread, first);
      instead({first + 1, end}, start + " " + code_.spelled(first + 2, end),
              because("code.rounds-of-a-thread"));
    }
  }
}

void Loops::computed_before() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind == Statement::Kind::loop && code_.is(s.begin, "for") && code_.is(s.end - 1, "}"))
        computed_before(f, s);
    }
  }
}

void Loops::computed_before(const Function& f, const Statement& loop) {
  // for (…; e += step) {
  const std::size_t open = code_.partner(loop.end - 1), close = code_.partner(loop.begin + 1);
  std::size_t step = close;
  while (step > loop.begin && !code_.is(step, ";")) --step;
  if (code_.partner(open) != loop.end - 1 || close + 1 != open || step + 2 >= close ||
      !code_.is(step + 2, "+="))
    return;
  const std::string counter(code_.tokens()[step + 1].text);
  std::string again, first;
  std::vector<Remedy> remedies;
  std::vector<Insertion> insertions;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || s.end > loop.begin || !s.listed) continue;
    std::size_t equals = s.begin;
    while (equals < s.end && !code_.is(equals, "=")) ++equals;
    // `const int row = e / n;`, of one variable
    if (equals + 2 >= s.end || equals < s.begin + 2 ||
        code_.tokens()[equals - 2].kind != Kind::identifier || holds(s.begin, s.end, ","))
      continue;
    const std::string name(code_.tokens()[equals - 1].text);
    if (name == counter || !holds(equals + 1, s.end - 1, counter) || !holds(open, loop.end, name) ||
        !is_in_scope(f, name, open))
      continue;
    // In the program with all changes each use gets the new value.
    for (std::size_t i = open; i < loop.end; ++i) {
      if (!code_.is(i, name) || code_.is(i - 1, ".") || code_.is(i - 1, "->")) continue;
      if (is_assignment(code_.tokens()[i + 1].text)) return;
      const std::string value = code_.spelled(equals + 1, s.end - 1);
      for (Insertion& each : around({i, i + 1}, "(" + asks() + " ? (" + value + ") : ", ")"))
        insertions.push_back(std::move(each));
    }
    const std::string code = code_.spelled(s.begin, s.end);
    if (first.empty()) first = name;
    again += (again.empty() ? "" : " ") + code;
    if (!holds(s.end, loop.begin, name) && !holds(loop.end, f.close, name))
      remedies.push_back({"statement.removed", "", code_.line(s.begin), "", code, {}});
  }
  if (first.empty()) return;
  remedies.insert(remedies.begin(),
                  {"statement.before", "", code_.line(open + 1), again, "",
                   because("code.computed-before", {{"name", first}, {"counter", counter}})});
  propose_together(std::move(remedies), std::move(insertions));
}

void Loops::end_condition(Range condition) {
  const auto changed = [&](Range what, const std::string& code, const char* cause) {
    instead(what, code, because(cause));
  };
  for (std::size_t op = condition.begin + 1; op + 1 < condition.end; ++op) {
    const Range term = term_around(op, condition);
    if (term.begin == op || term.end <= op + 1) continue;
    const std::string a = code_.spelled(term.begin, op), b = code_.spelled(op + 1, term.end);
    if (code_.is(op, ">") && b == "0") changed(term, a + " > 1", "code.stays-1");
    if (code_.is(op, ">=") && b == "0") {
      changed(term, a + " > 0", "code.stays-true");
      signed_counter(term);
    }
    if (code_.is(op, "<=")) changed(term, a + " < " + b, "code.stays-true");
    if (code_.is(op, ">=") && b != "0") changed(term, a + " > " + b, "code.stays-true");
    if (code_.is(op, "!=")) {
      changed(term, a + " < " + b, "code.jumps-over");
      changed(term, a + " > " + b, "code.jumps-over");
      if (b == "0") changed(term, a + " > 1", "code.jumps-over");
    }
  }
}

/// `i >= 0` of what is declared as `unsigned i`: in the program a cast in the test does the same.
void Loops::signed_counter(Range test) {
  const std::string name(code_.tokens()[test.begin].text);
  if (test.end != test.begin + 3) return;
  for (std::size_t i = test.begin - 1; i > 1; --i) {
    if (!code_.is(i, name) || !code_.is(i + 1, "=")) continue;
    std::size_t type = i;
    while (code_.tokens()[type - 1].kind == Kind::identifier || code_.is(type - 1, "::")) --type;
    const std::string was = code_.spelled(type, i + 1);
    if (!was.starts_with("unsigned") && was.find("size_t") == was.npos) return;
    const std::string by =
        was.find("long") != was.npos || was.find("size_t") != was.npos ? "long long " : "int ";
    propose("expression.instead", code_.line(i), by + name,
            around(test, "(" + asks() + " ? (long long)(int)" + name + " >= 0 : (", "))"), was,
            because("code.unsigned-below-0", {{"old", code_.spelled(test.begin, test.end)}}));
    return;
  }
}

void Loops::step_otherwise(Range condition, Range step_) {
  if (step_.begin == step_.end) return;
  const auto is_name = [&](std::size_t i) { return code_.tokens()[i].kind == Kind::identifier; };
  // Variables of the condition that the step does not change.
  for (std::size_t i = condition.begin; i < condition.end; ++i) {
    const std::string name(code_.tokens()[i].text);
    if (!is_name(i) || code_.is(i + 1, ".") || holds(step_.begin, step_.end, name)) continue;
    for (std::size_t at = step_.begin; at < step_.end; ++at)
      if (is_name(at) && !code_.is(at + 1, ".") && (at == step_.begin || !code_.is(at - 1, ".")))
        step(step_,
             code_.spelled(step_.begin, at) + name +
                 (at + 1 < step_.end ? spelled_behind(at, step_.end) : ""),
             "code.steps-another", name);
    break;
  }
  for (std::size_t op = step_.begin; op < step_.end; ++op) {
    for (const auto& [from, to] : {std::pair("++", "--"),
                                   {"--", "++"},
                                   {"+=", "-="},
                                   {"-=", "+="},
                                   {"*=", "/="},
                                   {"/=", "*="},
                                   {">>=", "<<="},
                                   {"<<=", ">>="}}) {
      if (!code_.is(op, from)) continue;
      const std::string before_it = code_.spelled(step_.begin, op),
                        behind = code_.spelled(op + 1, step_.end);
      const bool alone = before_it.empty() || behind.empty();
      step(step_, alone ? before_it + to + behind : before_it + " " + to + " " + behind,
           "code.steps-away", "");
    }
  }
}

void Loops::step(Range old, const std::string& code, const char* cause, const std::string& tested) {
  propose("expression.instead", code_.line(old.begin), code,
          around(old, "(" + asks() + " ? (void)(" + code + ") : (void)(", "))"),
          code_.spelled(old.begin, old.end), because(cause, {{"tested", tested}}));
}

}  // namespace warpgrade::remedy
