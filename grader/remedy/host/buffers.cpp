#include "remedy/host/buffers.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Names that the function toggles between 0 and 1.
std::vector<std::string> Buffers::turns(const Function& f) const {
  std::vector<std::string> names;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || code_.tokens()[s.begin].kind != Kind::identifier)
      continue;
    const std::string name(code_.tokens()[s.begin].text), text = code_.spelled(s.begin, s.end);
    for (const std::string& turn : {name + " = 1 - " + name + ";", name + " ^= 1;",
                                    name + " = " + name + " ^ 1;", name + " = !" + name + ";"})
      if (text == turn) names.push_back(name);
  }
  return names;
}

/// The call or access that has the token as a whole argument or subscript; may be empty.
Range Buffers::use_around(std::size_t token) const {
  const bool ends =
      code_.is(token + 1, ",") || code_.is(token + 1, ")") || code_.is(token + 1, "]");
  const bool begins =
      code_.is(token - 1, ",") || code_.is(token - 1, "(") || code_.is(token - 1, "[");
  if (!ends || !begins) return {0, 0};
  std::size_t open = token - 1;
  while (open > 0 && !code_.is(open, "(") && !code_.is(open, "[")) {
    if (code_.is(open, ")") || code_.is(open, "]")) open = code_.partner(open);
    if (code_.is(open, ";") || code_.is(open, "{")) return {0, 0};
    --open;
  }
  if (open == 0 || code_.tokens()[open - 1].kind != Kind::identifier) return {0, 0};
  return {open - 1, code_.partner(open) + 1};
}

void Buffers::other_of_two() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::string& name : turns(f)) {
      for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
        if (!code_.is(i, name)) continue;
        const Range use = use_around(i);
        if (use.end == use.begin) continue;
        const std::string other = "1 - " + name;
        const std::string head = code_.spelled(use.begin, i + 1);
        propose("expression.instead", code_.line(i),
                head.substr(0, head.size() - name.size()) + other + spelled_behind(i, use.end),
                around({i, i + 1}, "(" + asks() + " ? " + other + " : ", ")"),
                code_.spelled(use.begin, use.end), because("code.buffer-in-use"));
      }
    }
  }
}

}  // namespace warpgrade::remedy
