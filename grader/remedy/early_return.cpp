#include "remedy/early_return.h"

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

std::string joined(const std::vector<std::string>& list, const std::string& between) {
  std::string text;
  for (const std::string& each : list) text += (text.empty() ? "" : between) + each;
  return text;
}

std::string in_words(std::vector<int> lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::string text = lines.size() == 1 ? "line " : "lines ";
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += (i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ") + std::to_string(lines[i]);
  return text;
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
    // In the function's own list: its names are known in all that follows.
    if (each.kind != Statement::Kind::branch || each.parent != none || !code_.is(each.begin, "if"))
      continue;
    if (!code_.is(each.begin + 1, "(")) continue;
    const std::size_t close = code_.partner(each.begin + 1);
    Leaving leaving;
    leaving.returns = code_.is(close + 1, "{") ? close + 2 : close + 1;
    leaving.end = each.end;
    const bool alone = code_.is(leaving.returns, "return") && code_.is(leaving.returns + 1, ";") &&
                       each.end <= leaving.returns + 3;
    if (alone && keep(leaving, {each.begin + 2, close})) all.push_back(std::move(leaving));
  }
  return all;
}

/// Takes `a >= b || c >= d` apart. False of what is more than that.
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

/// A barrier, a shuffle, or a call of a function of the file that may hold one.
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

bool EarlyReturn::is_array(const Function& f, std::size_t token) const {
  return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
    return v.type.find('*') != v.type.npos && code_.is(token, v.name);
  });
}

/// What the subscript must hold for the thread to have that element; "": nothing.
std::string EarlyReturn::guard_of(const Leaving& leaving, Range subscript, Loads which) const {
  std::vector<std::string> parts;
  for (std::size_t p = 0; p < leaving.keeps.size(); ++p) {
    const auto& names = leaving.names[p];
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return holds(subscript.begin, subscript.end, name);
        }))
      parts.push_back(leaving.keeps[p]);
  }
  if (parts.empty() && which == Loads::all) parts = leaving.keeps;
  return joined(parts, " && ");
}

void EarlyReturn::guard_loads(const Function& f, const Leaving& leaving, const Statement& s,
                              Loads which, std::vector<Insertion>& insertions,
                              std::vector<int>& lines) const {
  for (std::size_t i = s.begin; i + 1 < s.end; ++i) {
    if (!is_array(f, i) || !code_.is(i + 1, "[")) continue;
    const std::size_t close = code_.partner(i + 1);
    // What is stored to or pointed at is no load.
    if (i == s.begin || code_.is(i - 1, "&") || code_.is(close + 1, "=")) continue;
    const std::string guard = guard_of(leaving, {i + 2, close}, which);
    if (guard.empty()) continue;
    for (Insertion& each :
         around({i, close + 1}, "(" + asks() + " && !(" + guard + ") ? 0 : ", ")"))
      insertions.push_back(std::move(each));
    lines.push_back(code_.line(i));
  }
}

void EarlyReturn::propose_for(const Function& f, const Leaving& leaving, Loads loads) {
  const std::string guard = joined(leaving.keeps, " && ");
  std::vector<Insertion> insertions = {{before(leaving.returns), "if (!" + asks() + ") "}};
  std::vector<int> lines;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.begin < leaving.end || s.kind != Statement::Kind::other) continue;
    if (is_array(f, s.begin) || (code_.is(s.begin, "*") && is_array(f, s.begin + 1))) {
      insertions.push_back({before(s.begin), "if (" + asks() + " && !(" + guard + ")) ; else "});
      lines.push_back(code_.line(s.begin));
    } else if (loads != Loads::of_none) {
      guard_loads(f, leaving, s, loads, insertions, lines);
    }
  }
  if (lines.empty()) return;
  propose("return.guard", code_.line(leaving.returns), "if (" + guard + ")", std::move(insertions),
          in_words(lines), because("code.early-return", {{"line", code_.line(leaving.returns)}}));
}

}  // namespace warpgrade::remedy
