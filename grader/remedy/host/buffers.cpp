#include "remedy/host/buffers.h"

#include <algorithm>

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

void Buffers::swapped_not_assigned() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const std::vector<Variable> pointers = list_pointers(f);
    const auto is_pointer = [&](std::size_t token) {
      return std::any_of(pointers.begin(), pointers.end(),
                         [&](const Variable& v) { return code_.is(token, v.name); });
    };
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.end != s.begin + 4 || !s.listed || !code_.is(s.begin + 1, "=") ||
          !is_pointer(s.begin) || !is_pointer(s.begin + 2))
        continue;
      const std::string to(code_.tokens()[s.begin].text), from(code_.tokens()[s.begin + 2].text);
      std::size_t loop = s.parent;
      while (loop != none && code_.statements()[loop].kind != Statement::Kind::loop)
        loop = code_.statements()[loop].parent;
      if (loop == none) continue;
      bool exchanged = false;  // `from` gets the other one in another statement
      for (std::size_t i = code_.statements()[loop].begin; i < code_.statements()[loop].end; ++i)
        exchanged |= code_.is(i, from) && code_.is(i + 1, "=");
      const std::string swap = "std::swap(" + to + ", " + from + ");";
      if (!exchanged)
        propose("statement.instead", code_.line(s.begin), swap,
                {{before(s.begin), "if (" + asks() + ") { " + swap + " } else "}},
                code_.spelled(s.begin, s.end), because("code.pointer-assigned"));
    }
  }
}

void Buffers::freed_too_early(int line) {
  const Function* f = code_.function_at(line);
  const std::size_t at = f == nullptr ? none : code_.listed(code_.statement_at(*f, line));
  if (at == none || f->on_device) return;
  const Statement& use = code_.statements()[at];
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    const std::size_t call = call_in(s);
    if (!s.listed || s.end > use.begin || !code_.is(call, "cudaFree")) continue;
    const std::string array(code_.tokens()[call + 2].text), frees = code_.spelled(s.begin, s.end);
    if (!holds(use.begin, use.end, array)) continue;
    propose_together({{"statement.removed", "", code_.line(s.begin), "", frees,
                       because("code.freed-too-early",
                               {{"array", array}, {"line", code_.line(s.begin)}, {"used", line}})},
                      {"statement.after", "", code_.line(use.end - 1), frees, "", {}}},
                     {{before(s.begin), "if (!" + asks() + ") "},
                      {after(use.end - 1), " if (" + asks() + ") { " + frees + " }"}});
  }
}

}  // namespace warpgrade::remedy
