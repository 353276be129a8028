#include "remedy/parameters.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Parameters::swapped_by_reference() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const auto by_value = [&](std::size_t token) {
      for (std::size_t p = 0; p < f.parameters.size(); ++p)
        if (f.parameters[p].type.ends_with('*') && code_.is(token, f.parameters[p].name)) return p;
      return none;
    };
    for (std::size_t i = f.open + 1; i + 5 < f.close; ++i) {
      std::size_t a = none, b = none;
      // Matches swap(a, b)
      if (code_.is(i, "swap") && code_.is(i + 1, "(") && code_.is(i + 3, ",") &&
          code_.is(i + 5, ")"))
        a = by_value(i + 2), b = by_value(i + 4);
      // Matches t = a; a = b; b = t;
      const bool assigns = code_.is(i, "=") && code_.is(i + 2, ";") && code_.is(i + 4, "=") &&
                           code_.is(i + 6, ";") && code_.is(i + 8, "=") && code_.is(i + 10, ";");
      const auto same = [&](std::size_t one, std::size_t other) {
        return code_.tokens()[one].text == code_.tokens()[other].text;
      };
      if (assigns && same(i - 1, i + 9) && same(i + 1, i + 3) && same(i + 5, i + 7))
        a = by_value(i + 1), b = by_value(i + 5);
      if (a != none && b != none) swap_behind_calls(f, i, a, b);
    }
  }
}

void Parameters::overwritten() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.parent != none) continue;
      if (s.kind == Statement::Kind::loop || holds(s.begin, s.end, "<<<")) break;
      std::size_t name = s.begin;
      if (s.kind == Statement::Kind::branch && code_.is(s.begin, "if")) {
        name = code_.is(s.begin + 1, "(") ? code_.partner(s.begin + 1) + 1 : s.begin;
        if (code_.is(name, "{")) ++name;
      }
      std::size_t end = name;
      while (end < s.end && !code_.is(end, ";")) ++end;
      const std::size_t after_it = code_.is(end + 1, "}") ? end + 2 : end + 1;
      const bool assigns = code_.is(name + 1, "=") && after_it == s.end &&
                           code_.line(s.begin) == code_.line(s.end - 1);
      if (!assigns) continue;
      for (const Variable& v : f.parameters) {
        if (v.type.find('*') != v.type.npos || v.type.find('&') != v.type.npos ||
            !code_.is(name, v.name))
          continue;
        propose("statement.removed", code_.line(s.begin), "",
                around({s.begin, s.end}, "{ if (!" + asks() + ") { ", " } }"),
                code_.spelled(s.begin, s.end),
                because("code.parameter-overwritten",
                        {{"what", code_.spelled(name, end)}, {"name", v.name}}));
      }
    }
    cut_by_calls(f);
  }
}

/// `const int rounds = std::min(max_iterations, 100);` cuts a parameter without a change of it.
void Parameters::cut_by_calls(const Function& f) {
  for (std::size_t i = f.open + 1; i + 5 < f.close; ++i) {
    if (!code_.is(i, "min") || !code_.is(i + 1, "(")) continue;
    const auto given = arguments(i + 1);
    if (given.size() != 2) continue;
    for (const std::size_t which : {0, 1}) {
      const Range cut = given[which], limit = given[1 - which];
      const bool constant =
          limit.end == limit.begin + 1 &&
          (code_.tokens()[limit.begin].kind == Kind::number || is_constant(limit.begin));
      if (!constant || cut.end != cut.begin + 1) continue;
      for (const Variable& v : f.parameters) {
        if (!code_.is(cut.begin, v.name)) continue;
        const std::size_t begin = code_.is(i - 1, "::") ? i - 2 : i;
        instead({begin, code_.partner(i + 1) + 1}, v.name,
                because("code.parameter-cut", {{"name", v.name}}));
      }
    }
  }
}

/// In the modified copy, the caller swaps the pointers after each call, as a reference would have.
void Parameters::swap_behind_calls(const Function& swaps, std::size_t at, std::size_t a,
                                   std::size_t b) {
  std::vector<Insertion> insertions;
  for (const Function& f : code_.functions()) {
    if (f.on_device || f.open == swaps.open) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !code_.is(s.begin, swaps.name) ||
          !code_.is(s.begin + 1, "("))
        continue;
      const auto given = arguments(s.begin + 1);
      if (given.size() != swaps.parameters.size()) continue;
      const auto name = [&](std::size_t p) { return code_.spelled(given[p].begin, given[p].end); };
      insertions.push_back({before(s.begin), "{ "});
      insertions.push_back({after(s.end - 1), " if (" + asks() + ") { auto kept = " + name(a) +
                                                  "; " + name(a) + " = " + name(b) + "; " +
                                                  name(b) + " = kept; } }"});
    }
  }
  if (insertions.empty()) return;
  const auto declared = [&](std::size_t p, const char* by) {
    const Variable& v = swaps.parameters[p];
    return v.type + by + " " + v.name;
  };
  std::size_t name = swaps.open;
  while (name > 0 && !code_.is(name, swaps.name)) --name;
  const Variable &one = swaps.parameters[a], &two = swaps.parameters[b];
  propose("expression.instead", code_.line(name), declared(a, "&") + ", " + declared(b, "&"),
          std::move(insertions), declared(a, "") + ", " + declared(b, ""),
          because("code.swapped-by-value", {{"one", one.name},
                                            {"two", two.name},
                                            {"function", swaps.name},
                                            {"line", code_.line(at)}}));
}

}  // namespace warpgrade::remedy
