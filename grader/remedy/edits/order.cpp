#include "remedy/edits/order.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// What an assignment or increment sets; empty for declarations and other statements.
std::string Order::target(const Statement& s) const {
  if (s.kind != Statement::Kind::other || !code_.is(s.end - 1, ";") ||
      code_.line(s.begin) != code_.line(s.end - 1))
    return "";
  const std::size_t name =
      code_.is(s.begin, "*") || code_.is(s.begin, "++") || code_.is(s.begin, "--") ? s.begin + 1
                                                                                   : s.begin;
  std::size_t op = name + 1;
  while (code_.is(op, "[") || code_.is(op, "."))
    op = code_.is(op, "[") ? code_.partner(op) + 1 : op + 2;
  const bool sets = is_assignment(code_.tokens()[op].text) || code_.is(op, "++") ||
                    code_.is(op, "--") || name > s.begin;
  return sets && code_.tokens()[name].kind == Kind::identifier
             ? std::string(code_.tokens()[name].text)
             : "";
}

void Order::exchanged() {
  for (const Function* f : functions_)
    for (const std::size_t first : f->statements)
      for (const std::size_t second : f->statements) {
        const Statement &one = code_.statements()[first], &two = code_.statements()[second];
        if (one.parent != two.parent || one.end != two.begin || !one.listed || !two.listed ||
            !is_tried(one.begin) || two.kind != Statement::Kind::other ||
            code_.line(two.begin) != code_.line(two.end - 1))
          continue;
        const std::string a = target(one), b = target(two);
        const bool depend = (!a.empty() && holds(two.begin, two.end, a)) ||
                            (!b.empty() && holds(one.begin, one.end, b));
        if (a.empty() || !depend || (b.empty() && !code_.is(two.begin + 1, "("))) continue;
        exchange_statements(one, two, because("code.order"));
      }
}

void Order::removed() {
  for (const Function* f : functions_)
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      const bool call = code_.tokens()[s.begin].kind == Kind::identifier &&
                        code_.is(s.begin + 1, "(") &&
                        !code_.tokens()[call_in(s)].text.starts_with("cudaFree");
      if (s.kind != Statement::Kind::other || !is_tried(s.begin) ||
          code_.line(s.begin) != code_.line(s.end - 1) || (!call && target(s).empty()))
        continue;
      propose("statement.removed", code_.line(s.begin), "",
              around({s.begin, s.end}, "{ if (!" + asks() + ") ", " }"),
              code_.spelled(s.begin, s.end),
              because("code.statement-needless", {{"what", text({s.begin, s.end})}}));
    }
}

}  // namespace warpgrade::remedy
