#include "remedy/host/loop_limits.h"

#include <algorithm>

#include "remedy/ignored.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Empty if the loop has none.
Range LoopLimits::condition(const Statement& loop) const {
  if (code_.is(loop.begin, "do") && code_.is(loop.end - 2, ")"))
    return {code_.partner(loop.end - 2) + 1, loop.end - 2};
  if (!code_.is(loop.begin + 1, "(")) return {0, 0};
  const std::size_t close = code_.partner(loop.begin + 1);
  if (code_.is(loop.begin, "while")) return {loop.begin + 2, close};
  std::size_t begin = loop.begin + 2;
  while (begin < close && !code_.is(begin, ";")) ++begin;
  std::size_t end = ++begin;
  while (end < close && !code_.is(end, ";")) ++end;
  return {begin, end};
}

/// The whole numbers declared before the loop, or in its head, to which it adds 1.
std::vector<std::string> LoopLimits::counters(const Function& f, const Statement& loop) const {
  std::vector<std::string> names;
  for (std::size_t i = loop.begin + 1; i + 1 < loop.end; ++i) {
    const bool after_it = code_.is(i + 1, "++"), before_it = code_.is(i - 1, "++");
    const bool adds = code_.is(i + 1, "+=") && code_.is(i + 2, "1");
    const std::string name(code_.tokens()[i].text);
    if (code_.tokens()[i].kind != Kind::identifier || !(after_it || before_it || adds) ||
        std::find(names.begin(), names.end(), name) != names.end())
      continue;
    // A loop inside has a counter of its own.
    const bool inner = std::any_of(f.statements.begin(), f.statements.end(), [&](std::size_t s) {
      const Statement& other = code_.statements()[s];
      return other.kind == Statement::Kind::loop && other.begin > loop.begin && other.begin < i &&
             i < other.end;
    });
    std::size_t declared = f.open + 2;
    while (declared < i && !(code_.is(declared, name) && code_.is(declared + 1, "="))) ++declared;
    if (!inner && declared < i) names.push_back(name);
  }
  return names;
}

void LoopLimits::count_after_the_test() {
  for (const Function& f : code_.functions())
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (loop.kind != Statement::Kind::loop || code_.is(loop.begin, "for")) continue;
      const Range tested = condition(loop);
      for (std::size_t i = tested.begin; i < tested.end; ++i) {
        if (!code_.is(i, "--") && !code_.is(i, "++")) continue;
        const bool before_it = i + 1 < tested.end && code_.tokens()[i + 1].kind == Kind::identifier;
        const std::string name(code_.tokens()[before_it ? i + 1 : i - 1].text),
            counts(code_.tokens()[i].text);
        const Range old = before_it ? Range{i, i + 2} : Range{i - 1, i + 1};
        instead(old, before_it ? name + counts : counts + name,
                because(before_it ? "code.counts-before-the-test" : "code.counts-after-the-test",
                        {{"name", name}}));
      }
    }
}

void LoopLimits::last_batch() {
  for (const Function& f : code_.functions()) {
    if (f.on_device || launches(f).empty()) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      // Matches int count = batch; where a loop inside the same block ends at it
      const std::size_t equals = s.end - 3;
      if (s.kind != Statement::Kind::other || !s.listed || s.end < s.begin + 5 ||
          !code_.is(equals, "=") || code_.tokens()[equals + 1].kind == Kind::punctuation ||
          !is_whole_number(std::string(code_.tokens()[equals - 2].text)))
        continue;
      const std::string name(code_.tokens()[equals - 1].text),
          size(code_.tokens()[equals + 1].text);
      for (std::size_t up = s.parent; up != none; up = code_.statements()[up].parent) {
        const Statement& loop = code_.statements()[up];
        if (loop.kind != Statement::Kind::loop || !holds(s.end, loop.end, name)) continue;
        const Range tests = condition(loop);
        for (std::size_t less = tests.begin + 1; less + 1 < tests.end; ++less) {
          const std::string done(code_.tokens()[less - 1].text), all(code_.tokens()[less + 1].text);
          const std::string rest = all + " - " + done;
          if (code_.is(less, "<") && all != size)
            instead({equals + 1, equals + 2}, rest + " < " + size + " ? " + rest + " : " + size,
                    because("code.last-batch", {{"size", size}, {"all", all}, {"done", done}}));
        }
      }
    }
  }
}

void LoopLimits::rounds() {
  for (const Function& f : code_.functions()) {
    if (f.on_device || launches(f).empty()) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (loop.kind != Statement::Kind::loop) continue;
      const Range tests = condition(loop);
      if (tests.begin >= tests.end) continue;
      const std::string old = code_.spelled(tests.begin, tests.end);
      const bool always = old == "true" || old == "1";
      for (const std::string& limit : unused_limits(code_, f, loop)) {
        for (const std::string& counter : counters(f, loop)) {
          const std::string test = counter + " < " + limit;
          const bool either = holds(tests.begin, tests.end, "||");
          propose("expression.instead", code_.line(tests.begin),
                  always ? test : (either ? "(" + old + ")" : old) + " && " + test,
                  around(tests, "(", ") && (!" + asks() + " || " + test + ")"), old,
                  because("code.no-limit", {{"limit", limit}}));
        }
      }
    }
  }
}

void LoopLimits::end_by_count_alone() {
  for (const Function& f : code_.functions()) {
    bool returns_value = false;
    for (std::size_t i = f.open; i < f.close; ++i)
      returns_value |= code_.is(i, "return") && !code_.is(i + 1, ";");
    if (f.on_device || returns_value) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::branch || !s.listed || holds(s.begin, s.end, "else") ||
          !code_.is(s.end - 1, ";") || !code_.is(s.end - 2, "break") ||
          code_.partner(s.begin + 1) + 3 != s.end)
        continue;
      propose("statement.removed", code_.line(s.begin), "",
              around({s.begin, s.end}, "{ if (!" + asks() + ") ", " }"),
              code_.spelled(s.begin, s.end), because("code.ends-early"));
    }
  }
}

}  // namespace warpgrade::remedy
