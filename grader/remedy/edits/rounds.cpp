#include "remedy/edits/rounds.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Rounds::handed_on() {
  for (const Function* f : functions_)
    for (const std::size_t index : f->statements) {
      const Statement& loop = code_.statements()[index];
      if (loop.kind != Statement::Kind::loop || !code_.is(loop.end - 1, "}")) continue;
      for (const Declared& v : list_variables(*f)) {
        const bool number = v.type == "real" || v.type == "float" || v.type == "double";
        if (!number || v.token == none || !code_.is(v.token + 1, "=") ||
            !sees(*f, loop.begin, v.token) || !holds(loop.begin, loop.end, v.name))
          continue;
        bool set = false;
        for (std::size_t i = loop.begin; i < loop.end; ++i)
          set |= code_.is(i, v.name) && (is_written(i) || code_.is(i - 1, "&"));
        if (!set) handed_on(*f, loop, v);
      }
    }
}

void Rounds::handed_on(const Function& f, const Statement& loop, const Declared& kept) {
  for (const Declared& v : list_variables(f)) {
    if (v.type != kept.type || v.token == none || v.name == kept.name) continue;
    const std::string code = kept.name + " = " + v.name + ";";
    const Cause cause = because("code.not-handed-on", {{"name", kept.name}});
    bool follows = false;  // the loop moves v on, too
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.begin < loop.begin || s.end > loop.end || s.end != s.begin + 4 || !s.listed ||
          !code_.is(s.begin, v.name) || !code_.is(s.begin + 1, "=") ||
          !sees(f, s.begin, kept.token) || !sees(f, s.begin, v.token))
        continue;
      follows = true;
      propose("statement.before", code_.line(s.begin), code,
              {{before(s.begin), " if (" + asks() + ") { " + code + " } "}}, "", cause);
    }
    const std::size_t open = code_.partner(loop.end - 1);
    if (!follows && v.token > open && v.token < loop.end && sees(f, loop.end - 2, v.token))
      propose("statement.after", code_.line(loop.end - 2), code,
              {{after(loop.end - 2), " if (" + asks() + ") { " + code + " }"}}, "", cause);
  }
}

void Rounds::computed_elements() {
  for (const Function* f : functions_)
    for (const Declared& v : declarations(*f)) {
      if (v.token == none || !v.type.ends_with(']') || v.type.find('[') != v.type.rfind('['))
        continue;
      for (const std::size_t of_outer : f->statements)
        for (const std::size_t of_inner : f->statements) {
          const Statement &outer = code_.statements()[of_outer],
                          &inner = code_.statements()[of_inner];
          if (of_outer != of_inner && outer.kind == Statement::Kind::loop &&
              inner.kind == Statement::Kind::loop && code_.is(inner.begin, "for") &&
              outer.begin < inner.begin && inner.end <= outer.end && sees(*f, outer.begin, v.token))
            computed_elements(outer, inner, v.name);
        }
    }
}

void Rounds::computed_elements(const Statement& outer, const Statement& inner,
                               const std::string& array) {
  // for (int q = 0; q < r; …) in a loop with x[r] = …
  std::size_t equals = inner.begin + 2;
  while (equals < inner.end && !code_.is(equals, "=")) ++equals;
  const std::string counter(code_.tokens()[equals - 1].text);
  bool stores = false;
  for (std::size_t i = outer.begin; i < outer.end; ++i) {
    if (i == inner.begin) i = inner.end;
    stores |= code_.is(i, array) && code_.is(i + 1, "[") && code_.is(i + 3, "]") &&
              code_.is(i + 4, "=") &&
              holds(equals, code_.partner(inner.begin + 1), code_.tokens()[i + 2].text);
  }
  if (!stores) return;
  for (std::size_t i = code_.partner(inner.begin + 1); i + 1 < inner.end; ++i) {
    if (code_.tokens()[i].kind != Kind::identifier || !code_.is(i + 1, "[") || code_.is(i, array))
      continue;
    std::size_t end = i + 1;
    while (code_.is(end, "[")) end = code_.partner(end) + 1;
    if (holds(i + 1, end, counter) && !is_assignment(code_.tokens()[end].text))
      replace({i, end}, array + "[" + counter + "]",
              because("code.computed-element", {{"array", array}}));
  }
}

}  // namespace warpgrade::remedy
