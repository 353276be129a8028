#include "remedy/parameters.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Parameters::swapped_by_reference() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 5 < f.close; ++i) {
      // Matches swap(a, b)
      if (!code_.is(i, "swap") || !code_.is(i + 1, "(") || !code_.is(i + 3, ",") ||
          !code_.is(i + 5, ")"))
        continue;
      std::size_t a = none, b = none;
      for (std::size_t p = 0; p < f.parameters.size(); ++p) {
        const Variable& v = f.parameters[p];
        if (v.type.find('*') == v.type.npos || v.type.find('&') != v.type.npos) continue;
        if (code_.is(i + 2, v.name)) a = p;
        if (code_.is(i + 4, v.name)) b = p;
      }
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
