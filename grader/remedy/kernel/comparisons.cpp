#include "remedy/kernel/comparisons.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace warpgrade::remedy {

void Comparisons::strict_comparisons(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr) return;
  const std::size_t at = code_.statement_at(*f, line);
  if (at == none) return;
  std::vector<Range> places;
  for (std::size_t s = at; s != none; s = code_.statements()[s].parent) {
    const Statement& each = code_.statements()[s];
    if (each.kind == Statement::Kind::branch || each.kind == Statement::Kind::loop)
      places.push_back({each.begin, each.end});
  }
  // Also tests after which the thread returns: `if (i > n) return;`.
  for (const std::size_t s : f->statements) {
    const Statement& each = code_.statements()[s];
    if (each.kind == Statement::Kind::branch && each.end <= code_.statements()[at].begin)
      places.push_back({each.begin, each.end});
  }
  for (const Range& place : places) {
    if (!code_.is(place.begin + 1, "(")) continue;
    const std::size_t close = code_.partner(place.begin + 1);
    for (std::size_t i = place.begin + 2; i < close; ++i) {
      const bool leaves = code_.is(close + 1, "return");
      if (code_.is(i, "<=") && !leaves) compare_by(i, "<", place.begin + 1, close);
      if (code_.is(i, ">") && leaves) compare_by(i, ">=", place.begin + 1, close);
    }
  }
}

void Comparisons::last_left_out(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::size_t at = code_.statement_at(*f, line);
  if (at == none) return;
  for (std::size_t s = at; s != none; s = code_.statements()[s].parent)
    if (code_.is(code_.statements()[s].begin, "if"))
      lower_limits(find_condition(code_.statements()[s]), false);
  for (const std::size_t s : f->statements) {
    const Statement& each = code_.statements()[s];
    const Range condition = find_condition(each);
    if (code_.is(each.begin, "if") && each.end <= code_.statements()[at].begin &&
        code_.is(condition.end + 1, "return"))
      lower_limits(condition, true);
  }
}

void Comparisons::last_left_out() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const std::size_t s : f.statements) {
      const Range condition = find_condition(code_.statements()[s]);
      const bool several = holds(condition.begin, condition.end, "&&") ||
                           holds(condition.begin, condition.end, "||");
      if (code_.is(code_.statements()[s].begin, "if") && several)
        lower_limits(condition, code_.is(condition.end + 1, "return"));
    }
  }
}

void Comparisons::lower_limits(Range condition, bool leaves) {
  const std::string comparison = leaves ? ">=" : "<";
  std::vector<Range> limits;
  std::string limit, code;
  std::size_t shown = condition.begin + 1;
  for (std::size_t i = shown; i + 1 < condition.end; ++i) {
    if (!code_.is(i, comparison)) continue;
    std::size_t end = i + 1;
    while (end < condition.end && !code_.is(end, "&&") && !code_.is(end, "||") &&
           !code_.is(end, ")"))
      end = code_.is(end, "(") ? code_.partner(end) + 1 : end + 1;
    const std::string its_limit = code_.spelled(i + 1, end);
    if (limit.empty()) limit = its_limit;
    if (its_limit != limit) continue;
    limits.push_back({i + 1, end});
    code += code_.spelled(shown, end) + " - 1";
    shown = end;
    if (end < condition.end) code += " ";
  }
  if (limits.empty()) return;
  code += code_.spelled(shown, condition.end);
  while (!code.empty() && code.back() == ' ') code.pop_back();
  std::vector<Insertion> insertions;
  for (const Range& each : limits)
    for (Insertion& piece : around(each, "(", " - (" + asks() + " ? 1 : 0))"))
      insertions.push_back(std::move(piece));
  propose("expression.instead", code_.line(condition.begin), code, std::move(insertions),
          code_.spelled(condition.begin + 1, condition.end),
          because("code.last-let-through", {{"limit", limit}}));
}

void Comparisons::other_comparisons() {
  for (const bool on_device : {true, false})
    for (const Function& f : code_.functions())
      if (f.on_device == on_device) compare_otherwise(f, true, on_device);
}

void Comparisons::other_equalities() {
  for (const Function& f : code_.functions())
    for (const std::size_t s : f.statements) {
      const Range condition = find_condition(code_.statements()[s]);
      for (std::size_t i = condition.begin + 1; i < condition.end; ++i)
        if (code_.is(i, "==") || code_.is(i, "!="))
          compare_by(i, code_.is(i, "==") ? "!=" : "==", condition.begin, condition.end);
    }
}

void Comparisons::behind_counting_loops() {
  for (const Function& f : code_.functions()) {
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      const Range head = find_condition(loop);
      if (loop.kind != Statement::Kind::loop) continue;
      for (std::size_t less = head.begin + 1; less < head.end; ++less) {
        if (!code_.is(less, "<")) continue;
        const Range term = term_around(less, head);
        for (const std::size_t other : f.statements) {
          const Statement& behind = code_.statements()[other];
          const Range test = find_condition(behind);
          // i and n of `i + 1 < n`
          if (code_.is(behind.begin, "if") && behind.begin >= loop.end &&
              test.end == test.begin + 4 && code_.is(test.begin + 2, ">") &&
              code_.is(test.begin + 1, code_.tokens()[term.begin].text) &&
              code_.is(test.begin + 3, code_.tokens()[term.end - 1].text))
            instead({test.begin + 1, test.end},
                    code_.spelled(test.begin + 1, test.begin + 2) + " < " +
                        code_.spelled(test.begin + 3, test.end),
                    because("code.comparison-turned"));
        }
      }
    }
  }
}

void Comparisons::the_other_way_round() {
  constexpr std::array<std::pair<const char*, const char*>, 4> turned = {
      {{"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}}};
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const auto names = indices_of_threads(f);
    const auto is_index = [&](Range r) {
      const std::string text = code_.spelled(r.begin, r.end);
      return text.starts_with("blockIdx.") || text.starts_with("threadIdx.") ||
             std::find(names.begin(), names.end(), text) != names.end();
    };
    for (const Range& condition : conditions(f))
      for (std::size_t i = condition.begin + 1; i + 1 < condition.end; ++i)
        for (const auto& [from, to] : turned) {
          if (!code_.is(i, from)) continue;
          Range left = {i - 1, i}, right = {i + 1, i + 2};
          if (left.begin > condition.begin + 1 && code_.is(i - 2, ".")) left.begin -= 2;
          if (code_.is(i + 2, ".")) right.end += 2;
          if (is_index(left) && is_index(right))
            instead({left.begin, right.end},
                    code_.spelled(left.begin, left.end) + " " + to + " " +
                        code_.spelled(right.begin, right.end),
                    because("code.comparison-turned"));
        }
  }
}

void Comparisons::also_of_nans() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::vector<Range> tests = conditions(f);
    // Also of `bad = pivot <= 0;`.
    for (std::size_t i = f.open + 2; i < f.close; ++i) {
      if (!code_.is(i, "=")) continue;
      std::size_t end = i + 1;
      while (end < f.close && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
      tests.push_back({i + 1, end});
    }
    for (const Range& test : tests) {
      // `0`, `real(0)`, `(real)0`
      std::size_t zero = test.end - 1;
      if (test.end >= test.begin + 6 && code_.is(zero, ")")) --zero;
      if (test.end < test.begin + 3 || code_.tokens()[zero].kind != Token::Kind::number ||
          std::strtod(code_.tokens()[zero].text.data(), nullptr) != 0)
        continue;
      std::size_t op = zero - 1;
      if (zero != test.end - 1)
        op = zero - 3;
      else if (code_.is(op, ")") && op > test.begin + 3)
        op = code_.partner(op) - 1;
      const bool at_most = code_.is(op, "<="), less = code_.is(op, "<");
      const std::string value = code_.spelled(test.begin, op);
      if ((at_most || less) && !holds(test.begin, op, "||") && !holds(test.begin, op, "&&")) {
        instead(test, "!(" + value + (at_most ? " > 0)" : " >= 0)"), because("code.nan-passes"));
        if (less) instead(test, "!(" + value + " > 0)", because("code.nan-and-0-pass"));
      }
    }
  }
}

void Comparisons::another_round() {
  for (const Function& f : code_.functions())
    if (!f.on_device) compare_otherwise(f, false, true);
}

/// `less`: tries `<` for `<=`; `more`: the reverse.
void Comparisons::compare_otherwise(const Function& f, bool less, bool more) {
  constexpr std::array<std::pair<const char*, const char*>, 4> others = {
      {{"<=", "<"}, {"<", "<="}, {">=", ">"}, {">", ">="}}};
  // The tokens of a shift, `>>` or `>>=`, touch each other.
  const auto is_shift = [&](std::size_t i) {
    const auto touch = [&](std::size_t a) {
      return after(a) == before(a + 1) &&
             code_.tokens()[a].text[0] == code_.tokens()[a + 1].text[0];
    };
    return touch(i - 1) || touch(i);
  };
  for (const std::size_t s : f.statements) {
    const Range condition = find_condition(code_.statements()[s]);
    for (std::size_t i = condition.begin + 1; i < condition.end; ++i) {
      // A number that is halved and rounded up never reaches 0.
      const bool over_0 = code_.is(i, ">") && code_.is(i + 1, "0");
      if (over_0 && less) instead({i + 1, i + 2}, "1", because("code.stays-1"));
      for (const auto& [from, to] : others)
        if (code_.is(i, from) && !is_shift(i) && !over_0 && (from[1] == '=' ? less : more))
          compare_by(i, to, condition.begin, condition.end);
    }
  }
}

void Comparisons::compare_by(std::size_t op, const std::string& by, std::size_t open,
                             std::size_t close) {
  const auto ends = [&](std::size_t i) {
    for (const char* t : {";", ",", "&&", "||", "=", "?", ":", "!"})
      if (code_.is(i, t)) return true;
    return false;
  };
  std::size_t left = op, right = op + 1;
  while (left > open + 1 && !ends(left - 1) && !code_.is(left - 1, "(")) {
    --left;
    if (code_.is(left, ")") || code_.is(left, "]")) left = code_.partner(left);
  }
  while (right < close && !ends(right) && !code_.is(right, ")")) {
    if (code_.is(right, "(") || code_.is(right, "[")) right = code_.partner(right);
    ++right;
  }
  if (left == op || right == op + 1) return;
  const std::string a = code_.spelled(left, op), b = code_.spelled(op + 1, right);
  const bool axes = a.rfind("blockIdx.", 0) == 0 && b.rfind("blockIdx.", 0) == 0;
  const bool loop = code_.is(open - 1, "for") || code_.is(open - 1, "while");
  // i <= n - 1 is i < n, and i >= 1 is i > 0.
  const bool before_last = by == "<=" && b.size() > 4 && b.ends_with(" - 1");
  const std::string natural = before_last              ? a + " < " + b.substr(0, b.size() - 4)
                              : by == ">=" && b == "1" ? a + " > 0"
                                                       : a + " " + by + " " + b;
  instead({left, right}, natural,
          because("code.comparison", {{by[1] == '=' ? loop ? "round_missing" : "missing"
                                       : loop       ? "round_more"
                                                    : "more",
                                       a + " == " + b},
                                      {"where", axes ? "the diagonal" : ""}}));
}

/// Whether a variable in it is declared as unsigned.
bool Comparisons::is_unsigned(const Function& f, Range value) const {
  const auto is_type = [](std::string_view text) {
    return remedy::is_one_of(text, {"unsigned", "size_t", "uint32_t", "uint64_t"});
  };
  for (std::size_t i = value.begin; i < value.end; ++i) {
    if (code_.tokens()[i].kind != Token::Kind::identifier) continue;
    const std::string_view name = code_.tokens()[i].text;
    for (const Variable& v : f.parameters)
      if (v.name == name && v.type.find("unsigned") != v.type.npos) return true;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || s.begin > i) continue;
      bool of_type = false;
      for (std::size_t at = s.begin; at + 1 < s.end; ++at) {
        of_type |= at < s.begin + 4 && is_type(code_.tokens()[at].text);
        if (of_type && code_.is(at, name) && code_.is(at + 1, "=")) return true;
      }
    }
  }
  return false;
}

void Comparisons::without_underflow() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const Range& condition : conditions(f)) {
      std::vector<Piece> pieces;
      std::string small;
      for (std::size_t op = condition.begin + 1; op < condition.end; ++op) {
        const std::string compares(code_.tokens()[op].text);
        if (!remedy::is_one_of(compares, {"<", "<=", ">", ">="})) continue;
        const Range term = term_around(op, condition);
        const Range left = {term.begin, op}, right = {op + 1, term.end};
        if (right.end < right.begin + 3 || !code_.is(right.end - 2, "-") ||
            code_.tokens()[right.end - 1].kind != Token::Kind::number ||
            !(is_unsigned(f, left) || is_unsigned(f, right)))
          continue;
        small = code_.spelled(right.begin, right.end);
        pieces.push_back({term, code_.spelled(left.begin, left.end) + " + " +
                                    code_.spelled(right.end - 1, right.end) + " " + compares + " " +
                                    code_.spelled(right.begin, right.end - 2)});
      }
      if (!pieces.empty())
        replace_all(std::move(pieces), because("code.unsigned-below-zero", {{"what", small}}));
    }
  }
}

void Comparisons::compare_as_indexed(int line) {
  const Function* f = code_.function_at(line);
  const std::size_t at = f == nullptr ? none : code_.statement_at(*f, line);
  if (at == none || !f->on_device) return;
  const Statement& s = code_.statements()[at];
  const Range tests = with_branches(s);
  for (std::size_t op = tests.begin + 1; op < tests.end; ++op) {
    if (!code_.is(op, "<")) continue;
    const Range term = term_around(op, tests);
    const std::size_t length = op - term.begin;
    // Only one name is another in the subscript, which has the compared index nowhere.
    std::size_t other = none;
    bool same = length < 3;
    for (std::size_t i = s.begin; i + length < s.end && !same; ++i) {
      if (i + length > term.begin && i < term.end) continue;
      std::size_t differs = none, count = 0;
      for (std::size_t k = 0; k < length; ++k)
        if (!code_.is(i + k, code_.tokens()[term.begin + k].text)) {
          differs = k;
          ++count;
        }
      same = count == 0;
      const bool names = count == 1 &&
                         code_.tokens()[i + differs].kind == Token::Kind::identifier &&
                         code_.tokens()[term.begin + differs].kind == Token::Kind::identifier;
      if (names) other = i;
    }
    if (same || other == none) continue;
    const std::string index = code_.spelled(other, other + length);
    instead(term, index + code_.spelled(op - 1, term.end).substr(code_.tokens()[op - 1].length),
            because("code.other-index-compared", {{"index", index}}));
  }
}

void Comparisons::compare_what_is_used(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::size_t at = code_.statement_at(*f, line);
  if (at == none) return;
  const Statement& s = code_.statements()[at];
  const Range tests = with_branches(s);
  for (std::size_t i = s.begin; i < s.end; ++i) {
    if (!code_.is(i, "[")) continue;
    const std::size_t close = code_.partner(i);
    for (std::size_t times = i + 2; times + 3 < close; ++times) {
      if (!code_.is(times, "*") || !code_.is(times + 2, "+")) continue;
      const std::string length(code_.tokens()[times + 1].text);
      const std::string index = code_.spelled(times + 3, close);
      for (std::size_t op = tests.begin + 1; op < tests.end; ++op) {
        if (!code_.is(op, "<") || !code_.is(op + 1, length)) continue;
        const Range term = term_around(op, tests);
        if (code_.spelled(term.begin, op) != index)
          instead({term.begin, op + 2}, index + " < " + length,
                  because("code.other-index-compared", {{"index", index}}));
      }
    }
  }
}

}  // namespace warpgrade::remedy
