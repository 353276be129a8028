#include "remedy/kernel/missing_guards.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void MissingGuards::of_indices(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::size_t s = code_.statement_at(*f, line);
  if (s == none) return;
  const Statement& statement = code_.statements()[s];
  std::vector<std::string> sizes;
  for (const Variable& v : f->parameters)
    if (is_whole_number(v.type)) sizes.push_back(v.name);
  std::vector<std::string> tests;
  for (const std::string& index : names_in_subscripts(statement.begin, statement.end)) {
    if (std::find(sizes.begin(), sizes.end(), index) != sizes.end()) continue;
    if (!declares(*f, index)) continue;
    // Try parameters first that the index is compared with elsewhere.
    std::vector<std::string> likely, other;
    for (const std::string& size : sizes)
      (compares(*f, index, size) ? likely : other).push_back(size);
    for (const auto* list : {&likely, &other})
      for (const std::string& size : *list)
        if (!is_reached_from(s, index, size)) tests.push_back(index + " < " + size);
  }
  if (tests.size() > 8) tests.resize(8);
  std::vector<std::string> all = tests_of_rows(*f, statement);
  for (std::size_t i = statement.begin; i + 1 < statement.end; ++i) {
    // An element of the block: `part[t + 32]`.
    if (!code_.is(i + 1, "[") || !is_shared(*f, code_.tokens()[i].text)) continue;
    const std::size_t close = code_.partner(i + 1);
    if (holds(i, close, "+") && !code_.is(close + 1, "["))
      all.push_back(code_.spelled(i + 2, close) + " < blockDim.x");
  }
  for (std::string& test : tests_of_threads(*f, statement)) all.push_back(std::move(test));
  for (std::string& test : tests_of_sums(*f, statement)) all.push_back(std::move(test));
  all.insert(all.end(), tests.begin(), tests.end());
  for (std::size_t a = 0; a < tests.size(); ++a)
    for (std::size_t b = a + 1; b < tests.size(); ++b)
      if (tests[a].substr(0, tests[a].find(' ')) != tests[b].substr(0, tests[b].find(' ')))
        all.push_back(tests[a] + " && " + tests[b]);
  std::size_t value = declared(statement);
  // A guarded store to shared memory would leave the element uninitialized, so store 0 instead.
  if (value == none && statement.kind == Statement::Kind::other &&
      is_shared(*f, code_.tokens()[statement.begin].text)) {
    std::size_t at = statement.begin + 1;
    while (code_.is(at, "[")) at = code_.partner(at) + 1;
    if (code_.is(at, "=")) value = at + 1;
  }
  const Range condition = only_condition_around(statement);
  for (const std::string& test : all) {
    const auto limits = [&](const std::string& size) {
      return test.find("< " + size) == test.npos || holds(condition.begin, condition.end, size);
    };
    if (condition.begin != condition.end && std::all_of(sizes.begin(), sizes.end(), limits))
      instead(condition, test, because("code.tests-other-indices"));
    if (value == none) {
      propose("guard", code_.line(statement.begin), "if (" + test + ")",
              {{before(statement.begin), "if (" + asks() + " && !(" + test + ")) ; else "}});
    } else {
      const std::size_t end = statement.end - 1;
      propose("guard.value", code_.line(statement.begin), "(" + test + ") ? … : 0",
              around({value, end}, "(" + asks() + " && !(" + test + ")) ? 0 : (", ")"));
    }
  }
}

/// What `if (…)` tests right before the statement, if this is all that it decides about; else
/// empty.
Range MissingGuards::only_condition_around(const Statement& s) const {
  if (s.parent == none) return {0, 0};
  const Statement& branch = code_.statements()[s.parent];
  const std::size_t open = branch.begin + 1;
  const bool alone = code_.is(branch.begin, "if") && code_.is(open, "(") &&
                     code_.partner(open) + 1 == s.begin && branch.end == s.end;
  return alone ? Range{open + 1, code_.partner(open)} : Range{0, 0};
}

/// For `A[row * k + p]`: `row < m && p < k`, for each size that is not the length of a row.
std::vector<std::string> MissingGuards::tests_of_rows(const Function& f, const Statement& s) const {
  std::vector<std::string> all;
  for (std::size_t i = s.begin; i < s.end; ++i) {
    if (!code_.is(i, "[")) continue;
    const std::size_t close = code_.partner(i);
    // Matches row * k + p, ((long long)row) * k + p
    for (std::size_t times = i + 1; times + 2 < close; ++times) {
      if (code_.is(times, "(")) times = code_.partner(times);
      if (times == i + 1 || !code_.is(times, "*") || !code_.is(times + 2, "+") ||
          code_.tokens()[times + 1].kind != Kind::identifier)
        continue;
      std::size_t row = i + 1;
      if (code_.is(row, "(") && code_.is(row + 1, "long")) row = code_.partner(row) + 1;
      const std::string rows = code_.spelled(row, times), length(code_.tokens()[times + 1].text),
                        index = code_.spelled(times + 3, close);
      all.push_back(index + " < " + length);
      for (const Variable& v : f.parameters)
        if (is_whole_number(v.type) && v.name != length)
          all.push_back(rows + " < " + v.name + " && " + index + " < " + length);
      break;
    }
  }
  return all;
}

/// For `matrix[row][c + q]`: `c + q < N`, for each constant that the function uses.
std::vector<std::string> MissingGuards::tests_of_sums(const Function& f, const Statement& s) const {
  std::vector<std::string> all;
  for (std::size_t i = s.begin; i < s.end; ++i) {
    const bool sum = code_.is(i, "[") && code_.partner(i) == i + 4 && code_.is(i + 2, "+");
    if (!sum) continue;
    for (const std::string& size : constants_in(f))
      all.push_back(code_.spelled(i + 1, i + 4) + " < " + size);
  }
  return all;
}

/// For `i` and `j` computed from threadIdx: `i < n && j < n`, for each size, and with `n - 1` if
/// the index starts at 1; with several sizes also `i <= planes` beside `j < n - 1`.
std::vector<std::string> MissingGuards::tests_of_threads(const Function& f,
                                                         const Statement& s) const {
  struct Index {
    std::string axis, name;
    bool from_1 = false;
  };
  std::vector<Index> made;
  for (std::size_t i = f.open + 2; i < s.begin; ++i) {
    if (!code_.is(i, "=") || code_.tokens()[i - 1].kind != Kind::identifier) continue;
    std::size_t end = i;
    while (end < s.begin && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
    for (const char* axis : {"x", "y", "z"})
      if (holds(i, end, "threadIdx") && holds(i, end, axis))
        made.push_back({axis, std::string(code_.tokens()[i - 1].text),
                        code_.is(end - 1, "1") && code_.is(end - 2, "+")});
  }
  std::sort(made.begin(), made.end(),
            [](const Index& a, const Index& b) { return a.axis > b.axis; });
  // Single indices are tested elsewhere.
  if (made.size() < 2) return {};
  std::vector<std::string> sizes, all;
  for (const Variable& v : f.parameters)
    if (is_whole_number(v.type)) sizes.push_back(v.name);
  const auto joined = [&](const std::string& size, std::size_t otherwise,
                          const std::string& other) {
    std::string test;
    for (std::size_t i = 0; i < made.size(); ++i) {
      test += (i == 0 ? "" : " && ") + made[i].name;
      if (i == otherwise)
        test += (made[i].from_1 ? " <= " : " < ") + other;
      else
        test += " < " + size + (made[i].from_1 ? " - 1" : "");
    }
    return test;
  };
  for (const std::string& size : sizes) {
    for (const std::string& other : sizes)
      for (std::size_t i = 0; other != size && i < made.size(); ++i)
        all.push_back(joined(size, i, other));
    all.push_back(joined(size, made.size(), ""));
  }
  return all;
}

/// Whether the statement runs only if `index >= size`: then `index < size` would disable it.
bool MissingGuards::is_reached_from(std::size_t statement, const std::string& index,
                                    const std::string& size) const {
  const std::size_t begin = code_.statements()[statement].begin;
  for (std::size_t s = statement; s != none; s = code_.statements()[s].parent) {
    const std::size_t open = code_.statements()[s].begin + 1;
    if (!code_.is(open - 1, "if") || !code_.is(open, "(")) continue;
    const std::size_t close = code_.partner(open);
    if (holds(open, close, "||") || (close < begin && holds(close, begin, "else"))) continue;
    for (std::size_t i = open + 1; i + 2 < close; ++i) {
      const bool ends = code_.is(i + 3, "&&") || code_.is(i + 3, ")");
      const bool begins = code_.is(i - 1, "&&") || code_.is(i - 1, "(");
      if (!begins || !ends) continue;
      const auto is = [&](const std::string& a, const char* comparison, const std::string& b) {
        return code_.is(i, a) && code_.is(i + 1, comparison) && code_.is(i + 2, b);
      };
      if (is(index, ">=", size) || is(index, ">", size) || is(index, "==", size) ||
          is(size, "<=", index) || is(size, "<", index) || is(size, "==", index))
        return true;
    }
  }
  return false;
}

/// Whether the function has `int i = …`, also after a comma.
bool MissingGuards::declares(const Function& f, const std::string& name) const {
  for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
    if (code_.is(i, name) && (code_.is(i + 1, "=") || code_.is(i + 1, ";")) &&
        (code_.tokens()[i - 1].kind == Kind::identifier || code_.is(i - 1, ",")))
      return true;
  return false;
}

bool MissingGuards::compares(const Function& f, const std::string& index,
                             const std::string& size) const {
  for (std::size_t i = f.open; i + 2 < f.close; ++i)
    if (code_.is(i, index) && (code_.is(i + 1, "<") || code_.is(i + 1, ">=")) &&
        code_.is(i + 2, size))
      return true;
  return false;
}

/// The first token of the value in `real x = A[i];`; `none` for other statements.
std::size_t MissingGuards::declared(const Statement& s) const {
  if (s.kind != Statement::Kind::other) return none;
  for (std::size_t i = s.begin; i < s.end; ++i) {
    if (code_.is(i, "(") || code_.is(i, "[")) return none;
    if (code_.is(i, "="))
      return i >= s.begin + 2 && code_.tokens()[i - 1].kind == Kind::identifier &&
                     (code_.tokens()[i - 2].kind == Kind::identifier || code_.is(i - 2, ">"))
                 ? i + 1
                 : none;
  }
  return none;
}

void MissingGuards::of_chunks(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  for (const std::size_t index : f->statements) {
    const Statement& loop = code_.statements()[index];
    if (!code_.is(loop.begin, "for") || !code_.is(loop.begin + 1, "(") ||
        code_.line(loop.begin) > line || code_.line(loop.end - 1) < line)
      continue;
    const Range head = find_condition(loop);
    std::size_t test = head.begin;
    while (test < head.end && !code_.is(test, ";")) ++test;
    std::size_t end = ++test;
    while (end < head.end && !code_.is(end, ";")) ++end;
    // for (…; q < T; …)
    if (end != test + 3 || !code_.is(test + 1, "<")) continue;
    const std::string counter(code_.tokens()[test].text), tested = code_.spelled(test, end);
    std::set<std::string> indices;
    for (std::size_t i = head.end; i + 5 < loop.end; ++i) {
      const bool sum = code_.is(i, "[") && code_.partner(i) == i + 4 && code_.is(i + 2, "+") &&
                       (code_.is(i + 1, counter) || code_.is(i + 3, counter));
      if (sum && code_.line(i) == line) indices.insert(code_.spelled(i + 1, i + 4));
    }
    for (const std::string& sum : indices)
      for (const Variable& v : f->parameters)
        if (is_whole_number(v.type) && !code_.is(test + 2, v.name))
          instead({test, end}, tested + " && " + sum + " < " + v.name,
                  because("code.last-chunk-is-shorter", {{"index", sum}, {"size", v.name}}));
  }
}

void MissingGuards::of_shared_rows(int line) {
  const Function* f = code_.function_at(line);
  const std::size_t at = f == nullptr || !f->on_device ? none : code_.statement_at(*f, line);
  if (at == none) return;
  const Statement& s = code_.statements()[at];
  const std::string array(code_.tokens()[s.begin].text);
  if (s.kind != Statement::Kind::other || !is_shared(*f, array)) return;
  for (std::size_t declared = f->open; declared < s.begin; ++declared) {
    if (!code_.is(declared, array) || !code_.is(declared + 1, "[")) continue;
    std::size_t length = declared + 1, index = s.begin + 1;
    for (; code_.is(length, "[") && code_.is(index, "[");
         length = code_.partner(length) + 1, index = code_.partner(index) + 1) {
      const std::string test = code_.spelled(index + 1, code_.partner(index)) + " < " +
                               code_.spelled(length + 1, code_.partner(length));
      propose("guard", code_.line(s.begin), "if (" + test + ")",
              {{before(s.begin), "if (" + asks() + " && !(" + test + ")) ; else "}}, "",
              because("code.row-of-constants", {{"array", array}, {"test", test}}));
    }
    return;
  }
}

void MissingGuards::clear_otherwise() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    std::vector<Insertion> all;
    std::vector<Remedy> remedies;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin + 1, "(")) continue;
      const std::size_t begin = code_.partner(s.begin + 1) + 1;
      std::size_t equals = begin;
      while (equals < s.end && !code_.is(equals, "=") && !code_.is(equals, ";")) ++equals;
      // A single store to a shared array, without an else.
      if (!is_shared(f, code_.tokens()[begin].text) || !code_.is(equals, "=") ||
          !code_.is(equals - 1, "]") || holds(begin, s.end, "else") || !code_.is(s.end - 1, ";") ||
          code_.is(begin, "{"))
        continue;
      const std::string clear = code_.spelled(begin, equals) + " = 0;";
      // The else belongs directly after the test, before insertions of a following statement.
      all.push_back(
          {after(s.end - 1), " else if (" + asks() + ") { " + clear + " }", before(s.begin)});
      remedies.push_back({"statement.after", "", code_.line(s.end - 1), "else " + clear, "", {}});
    }
    propose_together(std::move(remedies), std::move(all));
  }
}

void MissingGuards::store_always() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const Range condition = find_condition(s);
      const std::size_t store = condition.end + 1;
      // A shared element and a variable: what is read from an array may need the test.
      if (s.kind != Statement::Kind::branch || !code_.is(store + 1, "[") ||
          holds(store, s.end, "else") || !is_shared(f, code_.tokens()[store].text))
        continue;
      const std::size_t equals = code_.partner(store + 1) + 1;
      if (!code_.is(equals, "=") || s.end != equals + 3) continue;
      propose("statement.instead", code_.line(s.begin), code_.spelled(store, s.end),
              around({condition.begin + 1, condition.end}, asks() + " || (", ")"),
              code_.spelled(s.begin, s.end),
              because("code.test-needless",
                      {{"test", code_.spelled(condition.begin + 1, condition.end)}}));
    }
  }
}

}  // namespace warpgrade::remedy
