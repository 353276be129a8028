#include "remedy/synchronization/locks.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// The start of the function's declaration, including `template <…>` and `__global__`.
std::size_t Locks::declaration_begin(const Function& f) const {
  std::size_t begin = f.open;
  while (begin > 0 && !code_.is(begin - 1, ";") && !code_.is(begin - 1, "}") &&
         !code_.is(begin - 1, "{"))
    --begin;
  return begin;
}

/// The statement that frees the lock before its first use, including a branch around it that
/// contains nothing else; or `none`.
std::size_t Locks::statement_that_frees(const Function& f, const std::string& name) const {
  for (std::size_t i = f.open + 1; i + 1 < f.close && !code_.is(i - 1, "&"); ++i) {
    if (!code_.is(i, name) || !code_.is(i + 1, "=") || !code_.is(i + 2, "0")) continue;
    std::size_t statement = none;  // the innermost
    for (const std::size_t each : f.statements)
      if (code_.statements()[each].begin <= i && i < code_.statements()[each].end) statement = each;
    statement = code_.listed(statement);
    if (statement == none) return none;
    const Statement& s = code_.statements()[statement];
    const bool alone = !holds(s.begin, s.end, "else") && i + 4 == s.end;
    return alone ? statement : none;
  }
  return none;
}

void Locks::for_all_blocks() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      // Matches __shared__ int lock;
      if (!code_.is(s.begin, "__shared__") || s.end < s.begin + 4 || !code_.is(s.end - 1, ";") ||
          code_.tokens()[s.end - 2].kind != Kind::identifier || holds(s.begin, s.end, ",") ||
          holds(s.begin, s.end, "*"))
        continue;
      const std::string type = code_.spelled(s.begin + 1, s.end - 2),
                        name(code_.tokens()[s.end - 2].text);
      const std::string other = name + "_of_all_blocks";
      std::vector<Insertion> insertions;
      for (std::size_t i = s.end; i + 1 < f.close; ++i)
        if (code_.is(i, "&") && code_.is(i + 1, name) &&
            (code_.is(i - 1, "(") || code_.is(i - 1, ",")))
          for (Insertion& each : around({i, i + 2}, "(" + asks() + " ? &" + other + " : ", ")"))
            insertions.push_back(std::move(each));
      if (insertions.empty() || !is_whole_number(type)) continue;
      const std::string code = "__device__ " + type + " " + name + ";";
      insertions.push_back(
          {before(declaration_begin(f)), "__device__ " + type + " " + other + "; "});
      std::vector<Remedy> remedies = {{"variable.outside", "", code_.line(s.begin), code,
                                       code_.spelled(s.begin, s.end),
                                       because("code.lock-of-a-block", {{"name", name}})}};
      if (const std::size_t freeing = statement_that_frees(f, name); freeing != none) {
        const Statement& frees = code_.statements()[freeing];
        insertions.push_back({before(frees.begin), "if (!" + asks() + ") "});
        remedies.push_back({"statement.removed",
                            "",
                            code_.line(frees.begin),
                            "",
                            code_.spelled(frees.begin, frees.end),
                            {}});
      }
      propose_together(std::move(remedies), std::move(insertions));
    }
  }
}

void Locks::free_at_first() {
  for (std::size_t i = 0; i + 5 < code_.tokens().size(); ++i) {
    // __device__ int lock = 1;
    if (!code_.is(i, "__device__") || code_.tokens()[i + 2].kind != Kind::identifier ||
        !is_whole_number(std::string(code_.tokens()[i + 1].text)) || !code_.is(i + 3, "=") ||
        code_.tokens()[i + 4].kind != Kind::number || code_.is(i + 4, "0") || !code_.is(i + 5, ";"))
      continue;
    instead({i + 4, i + 5}, "0",
            because("code.lock-begins-taken", {{"name", std::string(code_.tokens()[i + 2].text)}}));
  }
}

void Locks::compares_with_free() {
  for (std::size_t i = 0; i + 1 < code_.tokens().size(); ++i) {
    if (!code_.is(i, "atomicCAS") || !code_.is(i + 1, "(")) continue;
    const auto given = arguments(i + 1);
    const auto is_flag = [&](Range r) {
      return r.end == r.begin + 1 && (code_.is(r.begin, "0") || code_.is(r.begin, "1"));
    };
    if (given.size() != 3 || !is_flag(given[1]) || !is_flag(given[2])) continue;
    const std::string from(code_.tokens()[given[1].begin].text),
        to(code_.tokens()[given[2].begin].text), old = code_.spelled(i, code_.partner(i + 1) + 1),
                                                 lock = code_.spelled(given[0].begin, given[0].end);
    if (from == "0" && to == "1") continue;
    std::vector<Insertion> insertions = around(given[1], "(" + asks() + " ? 0 : ", ")");
    for (Insertion& each : around(given[2], "(" + asks() + " ? 1 : ", ")"))
      insertions.push_back(std::move(each));
    propose("expression.instead", code_.line(i), "atomicCAS(" + lock + ", 0, 1)",
            std::move(insertions), old,
            because("code.lock-never-taken", {{"from", from}, {"to", to}}));
  }
}

void Locks::wait_while_taken(int line) {
  for (std::size_t i = 0; i < code_.tokens().size(); ++i) {
    if (code_.line(i) == line && code_.is(i, "!") && code_.is(i + 2, "(") &&
        code_.tokens()[i + 1].text.starts_with("atomic")) {
      const std::size_t end = code_.partner(i + 2) + 1;
      instead({i, end}, code_.spelled(i + 1, end) + " != 0", because("code.lock-test-inverted"));
    }
    if (code_.line(i) != line || (!code_.is(i, "==") && !code_.is(i, "!="))) continue;
    const Range left = left_operand(i), right = right_operand(i);
    const std::string a = code_.spelled(left.begin, left.end),
                      b = code_.spelled(right.begin, right.end);
    if (a.find("atomic") == a.npos && b.find("atomic") == b.npos) continue;
    const std::string other = code_.is(i, "==") ? " != " : " == ";
    instead({left.begin, right.end}, a + other + b, because("code.lock-test-inverted"));
  }
}

void Locks::wait_instead_of_trying(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr) return;
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::branch || code_.line(s.begin) != line || !s.listed ||
        !code_.is(s.begin, "if") || holds(s.begin, s.end, "else"))
      continue;
    const Range condition = {s.begin + 2, code_.partner(s.begin + 1)};
    const bool negated = code_.is(condition.begin, "!");
    const std::size_t call = negated ? condition.begin + 1 : condition.begin;
    if (!code_.tokens()[call].text.starts_with("atomic") || !code_.is(call + 1, "(")) continue;
    const std::size_t end = code_.partner(call + 1) + 1;
    const bool is_free = negated ? end == condition.end : code_.is(end, "==");
    if (!is_free) continue;
    const std::string loop = "while (" + code_.spelled(call, end) +
                             " != " + (negated ? "0" : code_.spelled(end + 1, condition.end)) +
                             ") {}";
    std::vector<Insertion> insertions = around(condition, asks() + " || (", ")");
    insertions.push_back({before(s.begin), "if (" + asks() + ") { " + loop + " } "});
    propose("expression.instead", line, loop, std::move(insertions),
            code_.spelled(s.begin, condition.end + 1), because("code.lock-not-waited-for"));
  }
}

void Locks::release_by_one(int line) {
  const Function* f = code_.function_at(line);
  const std::size_t at = f == nullptr ? none : code_.listed(code_.statement_at(*f, line));
  if (at == none) return;
  const Statement& s = code_.statements()[at];
  std::vector<std::string> tests;
  for (const Range& condition : conditions(*f)) {
    const std::string test = code_.spelled(condition.begin, condition.end);
    if (test.ends_with(" == 0") && test.find("atomic") == test.npos) tests.push_back(test);
  }
  tests.push_back("threadIdx.x == 0");
  for (const std::string& test : tests)
    propose("guard", code_.line(s.begin), "if (" + test + ")",
            {{before(s.begin), "if (" + asks() + " && !(" + test + ")) ; else "}}, "",
            because("code.released-by-all", {{"what", code_.spelled(s.begin, s.end)}}));
}

/// Whether the tokens call one of these atomics, or a function of the file that does.
bool Locks::uses(std::size_t begin, std::size_t end, const std::vector<std::string_view>& atomics,
                 bool through_calls) const {
  for (std::size_t i = begin; i < end; ++i) {
    for (const std::string_view atomic : atomics)
      if (code_.is(i, atomic)) return true;
    if (!through_calls || !code_.is(i + 1, "(")) continue;
    for (const Function& f : code_.functions())
      if (f.on_device && !f.kernel && code_.is(i, f.name) && uses(f.open, f.close, atomics, false))
        return true;
  }
  return false;
}

/// "tid == 0" for a kernel that has `int tid = threadIdx.x;`.
std::string Locks::test_of_one_thread(const Function& f) const {
  for (std::size_t i = f.open + 2; i + 4 < f.close; ++i)
    if (code_.spelled(i, i + 4) == "= threadIdx.x" && code_.is(i + 4, ";"))
      return std::string(code_.tokens()[i - 1].text) + " == 0";
  return "threadIdx.x == 0";
}

void Locks::one_thread() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    const std::string test = test_of_one_thread(f);
    std::size_t takes = none;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (!s.listed || s.kind == Statement::Kind::block) continue;
      if (takes == none && uses(s.begin, s.end, {"atomicCAS", "atomicExch"}, true)) takes = index;
      if (takes == none || s.parent != code_.statements()[takes].parent) continue;
      const bool same = index == takes;
      // The loop that takes the lock may release it, too: `if (atomicCAS(…) == 0) { …; done = 1; }`
      const bool releases = same ? uses(s.begin, s.end, {"atomicCAS"}, false) &&
                                       uses(s.begin, s.end, {"atomicExch"}, false)
                                 : uses(s.begin, s.end, {"atomicExch"}, true);
      if (!releases) continue;
      const Statement& first = code_.statements()[takes];
      const Cause cause = because("code.lock-of-all-threads", {{"line", code_.line(first.begin)}});
      const std::vector<Insertion> insertions = {
          {before(first.begin), "if (" + asks() + " && !(" + test + ")) ; else { "},
          {after(s.end - 1), " }"}};
      const int end = code_.line(s.end - 1);
      if (same)
        propose("guard", code_.line(first.begin), "if (" + test + ")", insertions, "", cause);
      else
        propose_together(
            {{"statement.before", "", code_.line(first.begin), "if (" + test + ") {", "", cause},
             {"statement.after", "", end, "}", "", {}}},
            insertions);
      break;
    }
  }
}

void Locks::released_before_returns() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    std::size_t taken = none;
    std::vector<std::size_t> returns;
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
      if (code_.is(i, "return") && code_.is(i + 1, ";")) returns.push_back(i);
      if (!code_.is(i + 1, "(")) continue;
      if (uses(i, i + 2, {"atomicCAS"}, true)) {
        if (taken == none) returns.clear();
        taken = i;
      } else if (taken != none && uses(i, i + 2, {"atomicExch"}, true)) {
        const std::size_t s = code_.statement_at(f, code_.line(i));
        const std::string release = code_.spelled(i, code_.partner(i + 1) + 1) + ";";
        if (s == none) continue;
        for (const std::size_t leaves : returns)
          propose("statement.instead", code_.line(leaves), "{ " + release + " return; }",
                  {{before(leaves), "{ if (" + asks() + ") { " + release + " } "},
                   {after(leaves + 1), " }"}},
                  "return;", because("code.returns-with-lock", {{"line", code_.line(leaves)}}));
        returns.clear();
        taken = none;
      }
    }
  }
}

void Locks::read_behind(const std::vector<int>& lines) {
  for (const int line : lines) {
    const Function* f = code_.function_at(line);
    const std::size_t at = f == nullptr ? none : code_.statement_at(*f, line);
    if (at == none || !f->on_device) continue;
    const Statement& read = code_.statements()[at];
    std::size_t set = read.begin;
    while (set < read.end && !code_.is(set, "=")) ++set;
    if (!read.listed || read.kind != Statement::Kind::other || set + 2 >= read.end ||
        code_.tokens()[set - 1].kind != Kind::identifier)
      continue;
    std::size_t takes = none, last = none;  // what takes the lock, and its fence
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      if (!s.listed || s.parent != read.parent || s.begin < read.end) continue;
      const bool fence = holds(s.begin, s.end, "__threadfence");
      if (takes == none && uses(s.begin, s.end, {"atomicCAS", "atomicExch"}, true))
        takes = last = index;
      else if (takes != none && last == takes && fence && s.begin == code_.statements()[takes].end)
        last = index;
    }
    if (takes == none) continue;
    const std::string name(code_.tokens()[set - 1].text);
    // What stands between must not use it.
    if (holds(read.end, code_.statements()[last].end, name)) continue;
    const std::string value = code_.spelled(set + 1, read.end);
    const std::size_t behind = code_.statements()[last].end - 1;
    std::vector<Insertion> insertions =
        around({set + 1, read.end - 1}, "(" + asks() + " ? 0 : ", ")");
    insertions.push_back({after(behind), " if (" + asks() + ") { " + name + " = " + value + " }"});
    if (code_.is(read.begin, "const"))  // the copy assigns to it
      for (Insertion& each : around({read.begin, read.begin + 1}, "/* ", " */"))
        insertions.push_back(std::move(each));
    propose(
        "statement.behind", code_.line(behind), code_.spelled(read.begin, read.end),
        std::move(insertions), "line " + std::to_string(code_.line(read.begin)),
        because("code.read-before-lock", {{"what", code_.spelled(set + 1, read.end - 1)},
                                          {"line", code_.line(code_.statements()[takes].begin)}}));
  }
}

}  // namespace warpgrade::remedy
