#include "remedy/edits/guards.h"

#include <algorithm>
#include <map>

namespace warpgrade::remedy {

/// The comparison that holds where this one does not; empty if it is none.
std::string Guards::negated(Range comparison) const {
  static const std::map<std::string_view, std::string> others = {
      {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}};
  for (std::size_t i = comparison.begin + 1; i + 1 < comparison.end; ++i) {
    if (code_.is(i, "(") || code_.is(i, "[")) i = code_.partner(i);
    const int binds = precedence(i);
    if (binds == 6 || binds == 7)
      return text({comparison.begin, i}) + " " + others.at(code_.tokens()[i].text) + " " +
             text({i + 1, comparison.end});
  }
  return "";
}

/// Whether the statement after the condition's `)` leaves: `return;`.
bool Guards::leaves(std::size_t close) const {
  const std::size_t at = code_.is(close + 1, "{") ? close + 2 : close + 1;
  return code_.is(at, "return") || code_.is(at, "continue") || code_.is(at, "break");
}

/// Whether the index of a test that stands nowhere is declared before `token`.
bool Guards::is_known(const Function& f, std::size_t token, const Test& test) const {
  const std::string index = test.text.substr(0, test.text.find(' '));
  const auto all = declarations(f);
  return std::none_of(all.begin(), all.end(), [&](const Declared& v) {
    return v.name == index && v.token != none && !sees(f, token, v.token);
  });
}

/// Parameters and constants that are whole numbers.
std::vector<std::string> Guards::sizes_of(const Function& f) const {
  std::vector<std::string> all = constants_in(f);
  for (const Variable& v : f.parameters)
    if (is_whole_number(v.type)) all.push_back(v.name);
  return all;
}

/// Variables of the function's outermost block that subscripts use and no comparison has.
std::vector<std::string> Guards::never_tested(const Function& f) const {
  std::vector<std::string> all;
  for (const Declared& v : declarations(f)) {
    const std::size_t s = v.token == none ? none : code_.statement_at(f, code_.line(v.token));
    if (s == none || code_.statements()[s].parent != none || !is_whole_number(v.type)) continue;
    bool indexes = false, compared = false;
    for (std::size_t i = f.open + 1; i < f.close; ++i) {
      if (code_.is(i, "[")) indexes |= holds(i, code_.partner(i), v.name);
      const int binds = precedence(i);
      if (binds == 6 || binds == 7)
        compared |= holds(around_operator(i).begin, around_operator(i).end, v.name);
    }
    if (indexes && !compared) all.push_back(v.name);
  }
  return all;
}

/// The function's comparisons, without those of counting loops; before a `return`, what holds after
/// it.
std::vector<Guards::Test> Guards::list_tests(const Function& f) const {
  std::vector<Test> all;
  const auto add = [&](const std::string& test, Range from) {
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const Test& each) { return each.text == test; });
    if (!test.empty() && !known) all.push_back({test, from});
  };
  for (std::size_t i = f.open + 1; i < f.close; ++i) {
    const int binds = precedence(i);
    if ((binds != 6 && binds != 7) || counts(f, left_of(i).begin)) continue;
    const Range term = around_operator(i);
    std::size_t open = term.begin;  // of the condition
    while (open > f.open && !code_.is(open, "{") && !code_.is(open, ";") &&
           !(code_.is(open, "(") && code_.is(open - 1, "if")))
      --open;
    const bool out = code_.is(open, "(") && leaves(code_.partner(open));
    add(out ? negated(term) : text(term), term);
  }
  for (const std::string& index : never_tested(f))
    for (const std::string& size : sizes_of(f)) add(index + " < " + size, {0, 0});
  if (f.kernel)
    for (const char* one : {"threadIdx.x == 0", "blockIdx.x == 0"}) add(one, {0, 0});
  return all;
}

void Guards::keep_choices() {
  for (const Function* f : functions_) {
    if (f->on_device) continue;
    const auto all = launches(*f);
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if") ||
          !code_.is(s.begin + 1, "("))
        continue;
      std::size_t otherwise = s.end;
      for (std::size_t i = s.begin; i < s.end; ++i) {
        if (code_.is(i, "(") || code_.is(i, "{")) i = code_.partner(i);
        if (code_.is(i, "else")) otherwise = i;
      }
      const auto launches_in = [&](std::size_t begin, std::size_t end) {
        return std::any_of(all.begin(), all.end(), [&](const Launch& launch) {
          return begin < launch.name && launch.name < end;
        });
      };
      if (launches_in(s.begin, otherwise) && launches_in(otherwise, s.end))
        keep(before(s.begin + 1), after(code_.partner(s.begin + 1)));
    }
  }
}

void Guards::more_tests() {
  for (const Function* f : functions_) {
    const std::vector<Test> tests = list_tests(*f);
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      const bool tests_some = s.kind == Statement::Kind::branch || s.kind == Statement::Kind::loop;
      if (!tests_some || !code_.is(s.begin + 1, "(")) continue;
      Range condition = {s.begin + 2, code_.partner(s.begin + 1)};
      const bool out = leaves(condition.end), loop = !code_.is(s.begin, "if");
      const bool all_results = uses_all_results(*f, s.begin, s.end);
      if (code_.is(condition.begin - 2, "for")) {
        while (condition.begin < condition.end && !code_.is(condition.begin, ";"))
          ++condition.begin;
        std::size_t end = ++condition.begin;
        while (end < condition.end && !code_.is(end, ";")) ++end;
        condition.end = end;
      }
      const std::string old = text(condition);
      if (condition.end <= condition.begin || !is_tried(condition.begin)) continue;
      for (const Test& test : tests) {
        const std::string also = out && test.from.end > 0 ? negated(test.from) : test.text;
        if (old.find(test.text) != old.npos || also.empty() || old.find(also) != old.npos ||
            (out && test.from.end == 0) || !is_known(*f, condition.begin, test) ||
            !sees_all(*f, condition.begin, test.from))
          continue;
        // A loop of one block or thread alone is no slip.
        const bool first = test.text.find("Idx.x == 0") != test.text.npos;
        if (first && (loop || (all_results && test.text.starts_with("blockIdx")))) continue;
        const char* const joins = out ? " || " : " && ";
        const bool bracket = holds(condition.begin, condition.end, out ? "&&" : "||");
        const std::string all = bracket ? "(" + old + ")" : old;
        // One block or thread is asked for first, an index last.
        const std::string code = first ? also + joins + all : all + joins + also;
        const std::string behind = out ? ") || (" + asks() + " && (" + also + "))"
                                       : ") && (!" + asks() + " || (" + also + "))";
        propose("expression.instead", code_.line(condition.begin), code,
                around(condition, "(", behind), old,
                test.text.starts_with("blockIdx")
                    ? because("code.added-by-every-block", {{"test", text(condition)}})
                    : because("code.test-missing", {{"test", test.text}}));
      }
    }
  }
}

void Guards::of_statements() {
  for (const Function* f : functions_) {
    if (!f->on_device) continue;
    const std::vector<Test> tests = list_tests(*f);
    const auto declared = declarations(*f);
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      std::size_t op = s.begin;
      while (op < s.end && !is_assignment(code_.tokens()[op].text) && !code_.is(op, "("))
        op = code_.is(op, "[") ? code_.partner(op) + 1 : op + 1;
      const bool stores = op < s.end && (code_.is(op - 1, "]") || code_.is(s.begin, "*") ||
                                         (op == s.begin + 1 && !code_.is(op, "="))),
                 atomic = code_.tokens()[s.begin].text.starts_with("atomic");
      if (s.kind != Statement::Kind::other || !code_.is(s.end - 1, ";") || !is_tried(s.begin) ||
          (!stores && !atomic))
        continue;
      // A test in front of it gets one more instead.
      const bool tested = !s.listed && s.parent != none &&
                          code_.statements()[s.parent].kind == Statement::Kind::branch;
      std::string around_it;
      bool of_all_blocks = uses_all_results(*f, s.begin, s.end);  // or in a loop
      for (std::size_t up = s.parent; up != none; up = code_.statements()[up].parent)
        if (const Statement& each = code_.statements()[up]; code_.is(each.begin + 1, "(")) {
          around_it += code_.spelled(each.begin, code_.partner(each.begin + 1));
          of_all_blocks |= each.kind == Statement::Kind::loop;
        }
      if (tested && !around_it.empty()) continue;
      for (const Test& test : tests)
        if (around_it.find(test.text) == around_it.npos && is_known(*f, s.begin, test) &&
            sees_all(*f, s.begin, test.from) &&
            !(of_all_blocks && test.text.starts_with("blockIdx")))
          propose("guard", code_.line(s.begin), "if (" + test.text + ")",
                  {{before(s.begin), "if (" + asks() + " && !(" + test.text + ")) ; else "}}, "",
                  because("code.statement-without-test",
                          {{"what", text({s.begin, s.end})},
                           {test.text == "threadIdx.x == 0"  ? "who"
                            : test.text == "blockIdx.x == 0" ? "who"
                                                             : "test",
                            test.text == "threadIdx.x == 0"  ? "thread of the block"
                            : test.text == "blockIdx.x == 0" ? "block"
                                                             : test.text}}));
    }
  }
}

void Guards::fewer_tests() {
  for (const Function* f : functions_)
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      const bool both = code_.is(i, "&&");
      if (!both && !code_.is(i, "||")) continue;
      const Range left = left_of(i), right = right_of(i);
      for (const Range& kept : {left, right})
        replace({left.begin, right.end}, text(kept),
                because("code.test-needless",
                        {{"test", text(kept.begin == left.begin ? right : left)}}));
    }
}

void Guards::no_test() {
  for (const Function* f : functions_)
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t open = s.begin + 1;
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if") || !code_.is(open, "(") ||
          !is_tried(s.begin))
        continue;
      const std::size_t close = code_.partner(open);
      if (close <= open + 1 || code_.line(open) != code_.line(close)) continue;
      const bool out = leaves(close) && !code_.is(close + 1, "{");
      if (leaves(close) != out) continue;
      std::size_t end = close + 1;  // behind `return;`
      while (out && end < s.end && !code_.is(end - 1, ";")) ++end;
      propose("statement.removed", code_.line(s.begin), "",
              around({open + 1, close}, out ? "!" + asks() + " && (" : asks() + " || (", ")"),
              code_.spelled(s.begin, end));
    }
}

}  // namespace warpgrade::remedy
