#include "remedy/kernel/locks.h"

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

void Locks::wait_while_taken(int line) {
  for (std::size_t i = 0; i < code_.tokens().size(); ++i) {
    if (code_.line(i) != line || (!code_.is(i, "==") && !code_.is(i, "!="))) continue;
    const Range left = left_operand(i), right = right_operand(i);
    const std::string a = code_.spelled(left.begin, left.end),
                      b = code_.spelled(right.begin, right.end);
    if (a.find("atomic") == a.npos && b.find("atomic") == b.npos) continue;
    const std::string other = code_.is(i, "==") ? " != " : " == ";
    instead({left.begin, right.end}, a + other + b, because("code.lock-test-inverted"));
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

}  // namespace warpgrade::remedy
