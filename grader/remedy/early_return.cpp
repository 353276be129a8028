#include "remedy/early_return.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

std::string opposite(std::string_view comparison) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> pairs = {
      {{">=", "<"}, {">", "<="}, {"<=", ">"}, {"<", ">="}, {"==", "!="}, {"!=", "=="}}};
  for (const auto& [one, other] : pairs)
    if (one == comparison) return std::string(other);
  return {};
}

}  // namespace

void EarlyReturn::stay_and_guard() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const Leaving& leaving : leavings(f)) {
      if (!waits_behind(f, leaving.end)) continue;
      for (const Loads which : {Loads::of_none, Loads::that_use_the_names, Loads::all})
        propose_for(f, leaving, which);
    }
  }
}

std::vector<EarlyReturn::Leaving> EarlyReturn::leavings(const Function& f) const {
  std::vector<Leaving> all;
  for (const std::size_t s : f.statements) {
    const Statement& each = code_.statements()[s];
    // Must be directly in the function's body: its names are then visible in all that follows.
    if (each.kind != Statement::Kind::branch || each.parent != none || !code_.is(each.begin, "if"))
      continue;
    if (!code_.is(each.begin + 1, "(")) continue;
    const std::size_t close = code_.partner(each.begin + 1);
    Leaving leaving;
    leaving.returns = code_.is(close + 1, "{") ? close + 2 : close + 1;
    leaving.begin = each.begin;
    leaving.end = each.end;
    const bool alone = code_.is(leaving.returns, "return") && code_.is(leaving.returns + 1, ";") &&
                       each.end <= leaving.returns + 3;
    if (alone && keep(leaving, {each.begin + 2, close})) all.push_back(std::move(leaving));
  }
  return all;
}

/// Splits `a >= b || c >= d`. Returns false for anything more complex.
bool EarlyReturn::keep(Leaving& leaving, Range condition) const {
  for (std::size_t begin = condition.begin; begin < condition.end;) {
    std::size_t end = begin, comparison = none;
    std::vector<std::string> names;
    for (; end < condition.end && !code_.is(end, "||"); ++end) {
      const Token& token = code_.tokens()[end];
      if (!opposite(token.text).empty()) {
        if (comparison != none) return false;
        comparison = end;
      } else if (code_.is(end, "&&") || code_.is(end, "=") || code_.is(end, "!")) {
        return false;
      } else if (token.kind == Kind::identifier && comparison == none) {
        names.emplace_back(token.text);
      }
    }
    if (comparison == none || comparison == begin || comparison + 1 == end) return false;
    leaving.keeps.push_back(code_.spelled(begin, comparison) + " " +
                            opposite(code_.tokens()[comparison].text) + " " +
                            code_.spelled(comparison + 1, end));
    leaving.names.push_back(std::move(names));
    begin = end + 1;
  }
  return !leaving.keeps.empty();
}

/// Whether a barrier, a shuffle, or a call of a function of this file that may contain one follows
/// `token`.
bool EarlyReturn::waits_behind(const Function& f, std::size_t token) const {
  for (std::size_t i = token; i < f.close; ++i) {
    const std::string_view name = code_.tokens()[i].text;
    if (!code_.is(i + 1, "(")) continue;
    if (name.find("sync") != name.npos) return true;
    for (const Function& other : code_.functions())
      if (&other != &f && other.on_device && other.name == name) return true;
  }
  return false;
}

/// The initial value of the pointer that the function declares by `T* p = …;` and this token names.
Range EarlyReturn::place_of_pointer(const Function& f, std::size_t token) const {
  for (std::size_t i = f.open + 2; i + 1 < token; ++i) {
    if (code_.tokens()[i].text != code_.tokens()[token].text || !code_.is(i + 1, "=") ||
        !(code_.is(i - 1, "*") && code_.tokens()[i - 2].kind == Kind::identifier))
      continue;
    std::size_t end = i + 2;
    while (end < f.close && !code_.is(end, ";")) ++end;
    return {i + 2, end};
  }
  return {0, 0};
}

bool EarlyReturn::is_array(const Function& f, std::size_t token) const {
  return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
    return v.type.find('*') != v.type.npos && code_.is(token, v.name);
  });
}

/// The condition under which the thread owns the subscript's element; empty if there is none.
std::string EarlyReturn::make_guard(const Leaving& leaving, Range subscript, Loads which) const {
  std::vector<std::string> parts;
  for (std::size_t p = 0; p < leaving.keeps.size(); ++p) {
    const auto& names = leaving.names[p];
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return holds(subscript.begin, subscript.end, name);
        }))
      parts.push_back(leaving.keeps[p]);
  }
  if (parts.empty() && which == Loads::all) parts = leaving.keeps;
  return fmt::format("{}", fmt::join(parts, " && "));
}

/// The value that a statement stores or adds: `x` of `s = x;` and `s += x;`. Empty for other
/// statements.
Range EarlyReturn::stored_value(const Statement& s) const {
  for (std::size_t i = s.begin; i + 1 < s.end; ++i) {
    if (code_.is(i, "(") || code_.is(i, "[")) {
      i = code_.partner(i);
    } else if (code_.is(i, "=") || code_.is(i, "+=") || code_.is(i, "-=")) {
      for (std::size_t rest = i + 1; rest + 1 < s.end; ++rest) {
        if (code_.is(rest, "(") || code_.is(rest, "["))
          rest = code_.partner(rest);
        else if (code_.is(rest, ",") || code_.is(rest, "{"))
          return {0, 0};
      }
      return {i + 1, s.end - 1};
    }
  }
  return {0, 0};
}

void EarlyReturn::guard_loads(const Function& f, const Leaving& leaving, const Statement& s,
                              Loads which, Edits& edits) const {
  const int line = code_.line(s.begin);
  const auto guarded = [&](Range what, const std::string& guard) {
    for (Insertion& each : around(what, "(" + asks() + " && !(" + guard + ") ? 0 : (", "))"))
      edits.insertions.push_back(std::move(each));
  };
  std::vector<std::pair<Range, std::string>> loads;
  for (std::size_t i = s.begin; i + 1 < s.end; ++i) {
    if (!code_.is(i + 1, "[")) continue;
    const Range place = place_of_pointer(f, i);
    if (!is_array(f, i) && place.begin == place.end) continue;
    const std::size_t close = code_.partner(i + 1);
    // An element that is stored to, or whose address is taken, is not loaded.
    if (i == s.begin || code_.is(i - 1, "&") || code_.is(close + 1, "=")) continue;
    std::string guard = make_guard(leaving, {i + 2, close}, which);
    if (guard.empty()) guard = make_guard(leaving, place, which);
    if (!guard.empty()) loads.push_back({{i, close + 1}, guard});
  }
  if (loads.empty()) return;
  const Range value = stored_value(s);
  const std::string& guard = loads.front().second;
  const bool together =
      value.begin != 0 && std::all_of(loads.begin(), loads.end(), [&](const auto& load) {
        return load.first.begin >= value.begin && load.second == guard;
      });
  if (together) {
    guarded(value, guard);
    const std::string text = code_.spelled(value.begin, value.end);
    const bool chosen = holds(value.begin, value.end, "?");
    edits.remedies.push_back({"expression.instead",
                              "",
                              line,
                              guard + " ? " + (chosen ? "(" + text + ")" : text) + " : 0",
                              text,
                              {}});
    return;
  }
  for (const auto& [load, its_guard] : loads) {
    const std::string text = code_.spelled(load.begin, load.end);
    guarded(load, its_guard);
    edits.remedies.push_back(
        {"expression.instead", "", line, "(" + its_guard + " ? " + text + " : 0)", text, {}});
  }
}

bool EarlyReturn::hands_on_by_shuffles(const Function& f, std::size_t token) const {
  const auto shuffles = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (code_.tokens()[i].text.find("shfl") != std::string_view::npos) return true;
    return false;
  };
  return shuffles(token, f.close) ||
         std::any_of(code_.functions().begin(), code_.functions().end(), [&](const Function& g) {
           return &g != &f && holds(token, f.close, g.name) && shuffles(g.open, g.close);
         });
}

/// Whether a branch around the statement tests the guard.
bool EarlyReturn::is_guarded(const Statement& s, const std::string& guard) const {
  for (std::size_t up = s.parent; up != none; up = code_.statements()[up].parent) {
    const std::size_t begin = code_.statements()[up].begin;
    if (code_.is(begin, "if") && code_.partner(begin + 1) < s.begin &&
        code_.spelled(begin + 2, code_.partner(begin + 1)) == guard)
      return true;
  }
  return false;
}

void EarlyReturn::propose_for(const Function& f, const Leaving& leaving, Loads loads) {
  const std::string guard = fmt::format("{}", fmt::join(leaving.keeps, " && "));
  const bool shuffles = hands_on_by_shuffles(f, leaving.end);
  Edits edits{{{before(leaving.returns), "if (!" + asks() + ") "}},
              {{"statement.removed", "", code_.line(leaving.returns), "",
                code_.spelled(leaving.begin, leaving.end),
                because("code.early-return", {{"line", code_.line(leaving.returns)},
                                              {"shuffles", shuffles ? "yes" : ""},
                                              {"barriers", shuffles ? "" : "yes"}})}}};
  bool guarded = false;  // by the student
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.begin < leaving.end || s.kind != Statement::Kind::other) continue;
    if (is_guarded(s, guard)) {
      guarded = true;
      continue;
    }
    if (is_array(f, s.begin) || (code_.is(s.begin, "*") && is_array(f, s.begin + 1))) {
      edits.insertions.push_back(
          {before(s.begin), "if (" + asks() + " && !(" + guard + ")) ; else "});
      edits.remedies.push_back({"guard", "", code_.line(s.begin), "if (" + guard + ")", "", {}});
    } else if (loads != Loads::of_none) {
      guard_loads(f, leaving, s, loads, edits);
    }
  }
  if (guarded || edits.remedies.size() > 1)
    propose_together(std::move(edits.remedies), std::move(edits.insertions));
}

}  // namespace warpgrade::remedy
