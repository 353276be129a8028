#include "remedy/kernel/indices.h"

#include <algorithm>
#include <cstdlib>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Indices::round_up_loops() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (!code_.is(i, "/") || code_.tokens()[i - 1].kind != Kind::identifier) continue;
      // Only an element count, not a thread's number, and not already rounded up.
      if (code_.is(i - 2, ".") || code_.is(i - 2, "+") || code_.is(i - 2, "-")) continue;
      if (code_.is(i - 2, "*") || code_.is(i - 2, "/") || code_.is(i - 2, "%")) continue;
      const Range b = right_operand(i);
      const std::string n(code_.tokens()[i - 1].text), divisor = code_.spelled(b.begin, b.end);
      if (divisor.find('.') != divisor.npos && divisor.find("blockDim") == divisor.npos) continue;
      if (code_.is(b.end, "*") && code_.spelled(b.end + 1, b.end + 1 + b.end - b.begin) == divisor)
        instead({i - 1, b.end + 1 + b.end - b.begin}, n, because("code.loop-rounded-down"));
      else
        instead({i - 1, b.end}, "(" + n + " + " + one_less(divisor) + ") / " + divisor,
                because("code.loop-rounded-down"));
    }
  }
}

void Indices::what_is_compared(int line) {
  const Function* f = code_.function_at(line);
  const std::size_t at = f != nullptr ? code_.statement_at(*f, line) : none;
  if (at == none || !f->on_device) return;
  const Statement& s = code_.statements()[at];
  const Range tests = with_branches(s);
  for (std::size_t op = tests.begin + 1; op < tests.end; ++op) {
    if (!code_.is(op, "<")) continue;
    const std::size_t begin = term_around(op, tests).begin;
    if (holds(begin, op, "=")) continue;
    const std::string index = code_.spelled(begin, op);
    for (std::size_t open = s.begin; open < s.end; ++open) {
      if (!code_.is(open, "[")) continue;
      for (std::size_t plus = open + 1; plus < code_.partner(open); ++plus) {
        if (code_.is(plus, "(") || code_.is(plus, "[")) plus = code_.partner(plus);
        const Range used = {plus + 1, code_.partner(open)};
        if (code_.is(plus, "+") && code_.spelled(used.begin, used.end) != index)
          instead(used, index, because("code.other-index-used", {{"index", index}}));
      }
    }
  }
}

void Indices::one_element_a_warp(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::string warps = "(blockDim.x + 31) / 32";
  for (std::size_t i = f->open + 1; i + 1 < f->close; ++i) {
    if (code_.line(i) != line || code_.tokens()[i].kind != Kind::identifier ||
        !code_.is(i + 1, "[") || stores(i) || !is_shared(*f, code_.tokens()[i].text))
      continue;
    const std::size_t close = code_.partner(i + 1);
    const std::string index = code_.spelled(i + 2, close), old = code_.spelled(i, close + 1);
    if (code_.is(close + 1, "[") || index.empty()) continue;
    const std::string test = index + " < " + warps;
    propose("expression.instead", line, test + " ? " + old + " : 0",
            around({i, close + 1}, "(!" + asks() + " || " + test + " ? ", " : 0)"), old,
            because("code.element-a-warp",
                    {{"array", std::string(code_.tokens()[i].text)}, {"index", index}}));
  }
}

void Indices::transposed() {
  for (const bool stored : {false, true}) {
    for (const Function& f : code_.functions()) {
      if (!f.on_device) continue;
      for (std::size_t i = f.open; i + 1 < f.close; ++i) {
        if (!stored && is_constant(i) && code_.is(i + 1, "(") && !code_.is(i - 1, "["))
          swap_in_call(i, {i, code_.partner(i + 1) + 1});
        if (!code_.is(i + 1, "[") || code_.tokens()[i].kind != Kind::identifier) continue;
        const Token& before_it = code_.tokens()[i - 1];
        if (before_it.kind == Kind::identifier && before_it.text != "return") continue;  // declared
        if (stores(i) != stored) continue;
        if (code_.is(code_.partner(i + 1) + 1, "["))
          swap_subscripts(i);
        else if (code_.is(i + 3, "(") && code_.partner(i + 3) + 1 == code_.partner(i + 1))
          swap_in_call(i + 2, {i, code_.partner(i + 1) + 1});
        else
          swap_in_product(i + 1);
      }
    }
  }
}

std::size_t Indices::behind_subscripts(std::size_t name) const {
  std::size_t end = name + 1;
  while (code_.is(end, "[")) end = code_.partner(end) + 1;
  return end;
}

bool Indices::stores(std::size_t name) const {
  const std::size_t behind = behind_subscripts(name);
  return behind < code_.tokens().size() && is_assignment(code_.tokens()[behind].text);
}

/// For an array that is read there: the function's store to it, and its line.
std::map<std::string, std::string> Indices::where_stored(std::size_t name) const {
  const Function* f = code_.function_at(code_.line(name));
  if (f == nullptr || stores(name) || !code_.is(behind_subscripts(name) - 1, "]") ||
      code_.partner(name + 1) + 1 == behind_subscripts(name))
    return {};  // for one subscript, there is nothing to compare
  for (std::size_t i = f->open + 1; i + 1 < f->close; ++i) {
    if (!code_.is(i, code_.tokens()[name].text) || !code_.is(i + 1, "[") || !stores(i) ||
        code_.is(behind_subscripts(i) + 1, "{"))  // real sum[N][N] = {};
      continue;
    const std::string stored = code_.spelled(i, behind_subscripts(i));
    if (stored == code_.spelled(name, behind_subscripts(name))) return {};
    return {{"stored", stored}, {"line", std::to_string(code_.line(i))}};
  }
  return {};
}

/// Exchanges the subscripts of `s[y][x]`.
void Indices::swap_subscripts(std::size_t name) {
  const std::size_t one = name + 1, two = code_.partner(one) + 1, end = code_.partner(two);
  const std::string a = code_.spelled(one + 1, two - 1), b = code_.spelled(two + 1, end);
  if (a == b || a.empty() || b.empty()) return;
  std::vector<Insertion> insertions;
  for (const auto& [open, other] : {std::pair(one, b), std::pair(two, a)})
    for (Insertion& each :
         around({open + 1, code_.partner(open)}, "(" + asks() + " ? (" + other + ") : (", "))"))
      insertions.push_back(std::move(each));
  const std::string array(code_.tokens()[name].text);
  Cause cause = because("code.transposed", {{"array", array}});
  cause.facts.merge(where_stored(name));
  propose("expression.instead", code_.line(name), array + "[" + b + "][" + a + "]",
          std::move(insertions), code_.spelled(name, end + 1), std::move(cause));
}

/// `n` if a loop of the function runs while `name < n`, or `name` is a remainder by n; otherwise
/// empty.
std::string Indices::find_limit(std::size_t token, const std::string& name) const {
  const Function* f = code_.function_at(code_.line(token));
  for (std::size_t i = f == nullptr ? token : f->open; i + 2 < token; ++i)
    if (code_.is(i, name) && code_.is(i + 1, "<") && code_.is(i + 3, ";"))
      return std::string(code_.tokens()[i + 2].text);
  for (std::size_t i = f == nullptr ? token : f->open; i + 2 < token; ++i) {
    std::size_t end = i + 2;  // row = threadIdx.x % M;
    while (end < token && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
    if (code_.is(i, name) && code_.is(i + 1, "=") && code_.is(end - 2, "%"))
      return std::string(code_.tokens()[end - 1].text);
  }
  return "";
}

/// `A[at(i, j)]` or `AT(i, j)`, where a macro or a function makes the index or finds the element.
void Indices::swap_in_call(std::size_t call, Range shown) {
  constexpr std::size_t most = 3;  // with the length of a row
  const auto given = arguments(call + 1);
  for (std::size_t at = 0; at + 1 < given.size() && given.size() <= most; ++at) {
    const Range one = given[at], two = given[at + 1];
    const std::string i = code_.spelled(one.begin, one.end), j = code_.spelled(two.begin, two.end);
    if (i == j) continue;
    std::vector<Insertion> insertions;
    for (const auto& [range, other] : {std::pair(one, j), std::pair(two, i)})
      for (Insertion& each : around(range, "(" + asks() + " ? (" + other + ") : (", "))"))
        insertions.push_back(std::move(each));
    const std::string with_one = code_.spelled(shown.begin, one.begin + 1),
                      front =
                          with_one.substr(0, with_one.size() - code_.tokens()[one.begin].length);
    propose("expression.instead", code_.line(call),
            front + j + ", " + i + spelled_behind(two.end - 1, shown.end), std::move(insertions),
            code_.spelled(shown.begin, shown.end),
            because("code.transposed", {{"array", std::string(code_.tokens()[shown.begin].text)}}));
  }
}

/// Handles `A[i * n + j]`, also with a cast before i.
void Indices::swap_in_product(std::size_t open) {
  const std::size_t close = code_.partner(open);
  const auto [times, plus] = product_and_sum({open + 1, close});
  if (times == none || plus == none || times == open + 1 || plus + 1 == close) return;
  std::size_t row = open + 1;
  if (code_.is(row, "(") && code_.partner(row) + 1 < times) row = code_.partner(row) + 1;
  const std::string type = code_.spelled(open + 1, row), i = code_.spelled(row, times),
                    n = code_.spelled(times + 1, plus), j = code_.spelled(plus + 1, close);
  if (i == j) return;
  const std::string array(code_.tokens()[open - 1].text);
  Cause cause = because("code.transposed", {{"array", array}});
  cause.facts.merge(where_stored(open - 1));
  const std::string first = close == plus + 2 ? j : "(" + j + ")";
  const bool bare = code_.is(row, "(") && code_.partner(row) + 1 == times;
  const std::string last = bare ? code_.spelled(row + 1, times - 1) : i;
  instead({open + 1, close}, type + first + " * " + n + " + " + last, cause);
  // The transposed row length is the limit of the former row index.
  const std::string limit = find_limit(open, i);
  if (!limit.empty() && limit != n)
    instead({open + 1, close}, type + first + " * " + limit + " + " + last, cause);
}

/// The operators of `i * n + j`, where j may be a sum; `none` if there are others outside of
/// parentheses.
std::pair<std::size_t, std::size_t> Indices::product_and_sum(Range expression) const {
  std::size_t times = none, plus = none;
  for (std::size_t i = expression.begin; i < expression.end; ++i) {
    if (code_.is(i, "(") || code_.is(i, "[")) i = code_.partner(i);
    if (code_.is(i, "*") && times == none)
      times = i;
    else if (code_.is(i, "+") && times != none)
      plus = std::min(plus, i);
    else if (code_.is(i, "*") || code_.is(i, "+") || code_.is(i, "-") || code_.is(i, "?"))
      return {none, none};
  }
  return {times, plus};
}

void Indices::other_index() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const std::vector<std::string> names = names_in_subscripts(f.open, f.close);
    for (std::size_t i = f.open + 1; i + 2 < f.close; ++i) {
      // A one-dimensional array that is read.
      if (!code_.is(i, "[") || !code_.is(i + 2, "]") || code_.is(i - 1, "]") ||
          code_.is(i + 3, "[") || code_.tokens()[i + 1].kind != Kind::identifier)
        continue;
      const Token& before_it = code_.tokens()[i - 2];
      if (before_it.kind == Kind::identifier && before_it.text != "return") continue;  // declared
      for (const std::string& name : names)
        if (!code_.is(i + 1, name) && is_in_scope(f, name, i))
          propose("expression.instead", code_.line(i), code_.spelled(i - 1, i + 1) + name + "]",
                  around({i + 1, i + 2}, "(" + asks() + " ? " + name + " : ", ")"),
                  code_.spelled(i - 1, i + 3), because("code.other-index", {{"index", name}}));
    }
  }
}

void Indices::of_both_dimensions() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
      const bool flat = code_.tokens()[i].kind == Kind::identifier && code_.is(i + 1, "[") &&
                        code_.tokens()[i + 2].kind == Kind::identifier && code_.is(i + 3, "]") &&
                        !code_.is(i + 4, "[");
      const std::string array(code_.tokens()[i].text), index(code_.tokens()[i + 2].text);
      if (!flat || std::none_of(f.parameters.begin(), f.parameters.end(),
                                [&](const Variable& v) { return v.name == array; }))
        continue;
      for (std::size_t other = f.open + 1; other + 1 < f.close; ++other) {
        if (!code_.is(other, array) || !code_.is(other + 1, "[")) continue;
        const Range subscript = {other + 2, code_.partner(other + 1)};
        const auto [times, plus] = product_and_sum(subscript);
        if (times == none || plus == none || plus + 2 != subscript.end || code_.is(times - 2, "."))
          continue;
        const Cause cause =
            because("code.of-one-dimension",
                    {{"array", array}, {"used", code_.spelled(other, subscript.end + 1)}});
        const std::string row = code_.spelled(subscript.begin, times),
                          length = code_.spelled(times, plus),
                          first = code_.spelled(subscript.begin, times - 1);
        for (const std::string& element :
             {row + " " + length + " + " + index, first + index + " " + length + " + " + index})
          propose("expression.instead", code_.line(i), array + "[" + element + "]",
                  around({i + 2, i + 3}, "(" + asks() + " ? (" + element + ") : (", "))"),
                  code_.spelled(i, i + 4), cause);
      }
    }
  }
}

}  // namespace warpgrade::remedy
