#include "remedy/objects.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

std::vector<Objects::Owner> Objects::owners() const {
  std::vector<Owner> all;
  for (std::size_t i = 0; i + 2 < code_.tokens().size(); ++i) {
    if ((!code_.is(i, "class") && !code_.is(i, "struct")) || !code_.is(i + 2, "{") ||
        code_.partner(i + 2) == none)
      continue;
    Owner owner = {std::string(code_.tokens()[i + 1].text), {}};
    const std::size_t close = code_.partner(i + 2);
    bool frees = false, copies = false;
    int depth = 0;
    for (std::size_t at = i + 3; at < close; ++at) {
      depth += code_.is(at, "{") || code_.is(at, "(") ? 1 : 0;
      depth -= code_.is(at, "}") || code_.is(at, ")") ? 1 : 0;
      if (code_.is(at, "~"))
        for (std::size_t to = at; to < close && !code_.is(to, "}"); ++to)
          frees |= code_.tokens()[to].text.starts_with("cudaFree");
      copies |= code_.is(at, "operator") && code_.is(at + 1, "=");
      // A constructor from another object
      for (std::size_t to = at + 1;
           code_.is(at, owner.name) && code_.is(at + 1, "(") && to < code_.partner(at + 1); ++to)
        copies |= code_.is(to, owner.name);
      if (depth == 0 && code_.is(at, "*") && code_.tokens()[at + 1].kind == Kind::identifier &&
          (code_.is(at + 2, ";") || code_.is(at + 2, "=") || code_.is(at + 2, "{")))
        owner.pointers.emplace_back(code_.tokens()[at + 1].text);
    }
    if (frees && !copies && !owner.pointers.empty()) all.push_back(std::move(owner));
  }
  return all;
}

/// Whether the function declares the name at `use` as an object: `Type a(n), b(n);`.
bool Objects::is_declared(const Function& f, const std::string& type, std::size_t use) const {
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || !code_.is(s.begin, type) || s.begin > use) continue;
    for (std::size_t i = s.begin + 1; i < s.end; ++i) {
      if (code_.is(i, "(") || code_.is(i, "{")) i = code_.partner(i);
      if (code_.is(i, code_.tokens()[use].text)) return true;
    }
  }
  return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
    return code_.is(use, v.name) && v.type == type + "&";
  });
}

void Objects::swapped() {
  for (const Owner& owner : owners())
    for (const Function& f : code_.functions()) {
      if (f.on_device) continue;
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        std::size_t call = s.begin;
        while (call < s.end && !code_.is(call, "swap")) ++call;
        if (s.kind != Statement::Kind::other || call > s.begin + 2 || call + 6 > s.end ||
            !code_.is(call + 3, ",") || !code_.is(call + 5, ")") ||
            !is_declared(f, owner.name, call + 2) || !is_declared(f, owner.name, call + 4))
          continue;
        const std::string one(code_.tokens()[call + 2].text), two(code_.tokens()[call + 4].text);
        std::string swaps;
        for (const std::string& each : owner.pointers)
          swaps += (swaps.empty() ? "" : " ") + code_.spelled(s.begin, call + 1) + "(" + one + "." +
                   each + ", " + two + "." + each + ");";
        propose("statement.instead", code_.line(s.begin), swaps,
                {{before(s.begin), "if (" + asks() + ") { " + swaps + " } else "}},
                code_.spelled(s.begin, s.end),
                because("code.owner-copied", {{"class", owner.name}}));
      }
    }
}

}  // namespace warpgrade::remedy
