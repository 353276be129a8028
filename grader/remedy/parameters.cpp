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
