#include "remedy/host/allocations.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

bool Allocations::returns(const Function& f, const std::string& pointer) const {
  for (std::size_t i = f.open; i + 1 < f.close; ++i)
    if (code_.is(i, "return") && code_.is(i + 1, pointer) && code_.is(i + 2, ";")) return true;
  return false;
}

bool Allocations::is_freed(const Function& f, const std::string& pointer) const {
  for (std::size_t i = f.open; i + 2 < f.close; ++i)
    if (code_.is(i, "cudaFree") && code_.is(i + 1, "(") && code_.is(i + 2, pointer)) return true;
  return false;
}

/// What a function that allocates and returns the memory gives to its callers: `T* p = f(n);`.
void Allocations::add_callers(const Function& helper, const Allocation& inside,
                              std::vector<Allocation>& all) const {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (!code_.is(i, helper.name) || !code_.is(i + 1, "(") || !code_.is(i - 1, "=") ||
          code_.tokens()[i - 2].kind != Kind::identifier)
        continue;
      const auto given = arguments(i + 1);
      const std::size_t s = code_.listed(code_.statement_at(f, code_.line(i)));
      if (s == none || given.size() != helper.parameters.size()) continue;
      // In the size, its arguments for the parameters.
      const Code size(inside.bytes);
      std::string bytes;
      for (std::size_t t = 0; t < size.tokens().size(); ++t) {
        std::string part(size.tokens()[t].text);
        for (std::size_t p = 0; p < given.size(); ++p)
          if (part == helper.parameters[p].name) {
            part = code_.spelled(given[p].begin, given[p].end);
            if (given[p].end > given[p].begin + 1) part = "(" + part + ")";
            break;
          }
        const bool blank = t > 0 && size.tokens()[t - 1].offset + size.tokens()[t - 1].length !=
                                        size.tokens()[t].offset;
        bytes += (blank ? " " : "") + part;
      }
      all.push_back(
          {&f, s, inside.line, std::string(code_.tokens()[i - 2].text), bytes, inside.plain});
    }
  }
}

std::vector<Allocations::Allocation> Allocations::list() const {
  std::vector<Allocation> all;
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.tokens()[i].text.starts_with("cudaMalloc") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() < 2) continue;
      std::string pointer = code_.spelled(given[0].begin, given[0].end);
      const auto amp = pointer.rfind('&');
      if (amp == pointer.npos) continue;
      pointer.erase(0, amp + 1);
      const std::size_t s = code_.listed(code_.statement_at(f, code_.line(i)));
      if (s == none) continue;
      const Allocation made = {&f,
                               s,
                               code_.line(i),
                               pointer,
                               code_.spelled(given[1].begin, given[1].end),
                               code_.is(i, "cudaMalloc") || code_.is(i, "cudaMallocManaged")};
      if (returns(f, pointer))
        add_callers(f, made, all);
      else
        all.push_back(made);
    }
  }
  return all;
}

void Allocations::zero() {
  for (const Allocation& each : list())
    if (each.plain)
      put_after("statement.after", each.statement,
                "cudaMemset(" + each.pointer + ", 0, " + each.bytes + ");",
                because("code.memory-not-set", {{"memory", each.pointer}}));
}

/// The last statement of the function's body before it returns; none if what it returns uses the
/// pointer.
std::size_t Allocations::last_of(const Function& f, const std::string& pointer) const {
  std::size_t last = none;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (!s.listed || s.parent != none) continue;
    if (!code_.is(s.begin, "return"))
      last = index;
    else if (holds(s.begin, s.end, pointer))
      return none;
  }
  return last;
}

void Allocations::free_at_end(int line) {
  for (const Allocation& each : list()) {
    if (each.line != line || is_freed(*each.function, each.pointer)) continue;
    std::size_t last = none;
    for (const std::size_t index : each.function->statements) {
      const Statement& s = code_.statements()[index];
      if (s.listed && s.begin > code_.statements()[each.statement].begin &&
          code_.is(call_in(s), "cudaFree"))
        last = index;
    }
    if (last == none) last = last_of(*each.function, each.pointer);
    if (last != none)
      put_after("statement.after", last, "cudaFree(" + each.pointer + ");",
                because("code.never-freed", {{"array", each.pointer}}));
  }
}

void Allocations::free_in_destructor(int line) {
  const std::vector<Allocation> all = list();
  for (const Allocation& of_line : all) {
    const Function& f = *of_line.function;
    if (of_line.line != line || has_destructor(f.name) || !is_constructor(f)) continue;
    std::string frees;
    for (const Allocation& made : all)
      if (made.function == &f) frees += " cudaFree(" + made.pointer + ");";
    const std::string head = "~" + f.name + "() {";
    propose("statement.after", code_.line(f.close), head + frees + " }",
            {{after(f.close), " " + head + " if (" + asks() + ") {" + frees + " } }"}}, "",
            because("code.no-destructor", {{"class", f.name}}));
  }
}

bool Allocations::has_destructor(const std::string& name) const {
  for (std::size_t i = 0; i + 1 < code_.tokens().size(); ++i)
    if (code_.is(i, "~") && code_.is(i + 1, name)) return true;
  return false;
}

/// Whether it stands in the class or structure that has its name.
bool Allocations::is_constructor(const Function& f) const {
  for (std::size_t i = 0; i + 2 < f.open; ++i)
    if ((code_.is(i, "class") || code_.is(i, "struct")) && code_.is(i + 1, f.name) &&
        code_.is(i + 2, "{") && code_.partner(i + 2) != none && code_.partner(i + 2) > f.close)
      return true;
  return false;
}

void Allocations::free_before_returns(int line) {
  const std::vector<Allocation> all = list();
  for (const Allocation& of_line : all) {
    if (of_line.line != line) continue;
    const Function& f = *of_line.function;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (!code_.is(s.begin, "return") || s.parent == none) continue;
      std::vector<Remedy> remedies;
      std::string frees, arrays;
      bool of_this_line = false;
      for (const Allocation& made : all) {
        const std::size_t behind = code_.statements()[made.statement].end;
        if (made.function != &f || behind > s.begin) continue;
        const auto freed =
            std::find_if(f.statements.begin(), f.statements.end(), [&](const std::size_t at) {
              const Statement& each = code_.statements()[at];
              const std::size_t call = call_in(each);
              return each.kind == Statement::Kind::other && each.begin >= behind &&
                     code_.is(call, "cudaFree") && code_.is(call + 2, made.pointer);
            });
        if (freed == f.statements.end() || code_.statements()[*freed].begin < s.begin) continue;
        const Statement& later = code_.statements()[*freed];
        const std::string frees_it = code_.spelled(later.begin, later.end);
        remedies.push_back({"statement.before", "", code_.line(s.begin), frees_it, "", {}});
        frees += frees_it + " ";
        arrays += (arrays.empty() ? "`" : ", `") + made.pointer + "`";
        of_this_line |= &made == &of_line;
      }
      if (!of_this_line) continue;
      const Cause cause = because("code.returns-without-freeing", {{"arrays", arrays}});
      const std::string first = "if (" + asks() + ") { " + frees + "} ";
      if (s.listed) {
        remedies.front().cause = cause;
        propose_together(std::move(remedies), {{before(s.begin), first}});
      } else {
        propose("statement.instead", code_.line(s.begin),
                "{ " + frees + code_.spelled(s.begin, s.end) + " }",
                around({s.begin, s.end}, "{ " + first, " }"), code_.spelled(s.begin, s.end), cause);
      }
    }
  }
}

void Allocations::manage() {
  for (const Function& f : code_.functions())
    for (const std::size_t index : f.statements)
      if (!f.on_device) manage(f, code_.statements()[index]);
}

/// `T* p = new T(0);`, `T* p = new T[n];`, `T* p = (T*)malloc(bytes);`
void Allocations::manage(const Function& f, const Statement& s) {
  std::size_t set = s.begin, from = s.begin;
  while (set < s.end && !code_.is(set, "=")) ++set;
  while (from < s.end && !code_.is(from, "new") && !code_.is(from, "malloc")) ++from;
  if (s.kind != Statement::Kind::other || !s.listed || set < s.begin + 3 || from >= s.end ||
      !code_.is(set - 2, "*"))
    return;
  const std::string pointer(code_.tokens()[set - 1].text);
  bool launched = false;
  for (const Launch& launch : launches(f))
    for (const Range& argument : launch.arguments)
      launched |= code_.spelled(argument.begin, argument.end) == pointer;
  if (!launched) return;
  std::size_t open = from + 1;
  while (open < s.end && !code_.is(open, "(") && !code_.is(open, "[") && !code_.is(open, "{"))
    ++open;
  const std::string given = open < s.end ? code_.spelled(open + 1, code_.partner(open)) : "";
  std::string bytes = "sizeof(*" + pointer + ")", first;
  if (code_.is(from, "malloc"))
    bytes = given;
  else if (code_.is(open, "["))
    bytes = "(" + given + ") * " + bytes;
  else if (!given.empty())
    first = " *" + pointer + " = " + given + ";";
  const std::string code = "cudaMallocManaged(&" + pointer + ", " + bytes + ");" + first;
  const Cause cause =
      because("code.memory-of-the-host", {{"function", std::string(code_.tokens()[from].text)}});
  std::vector<Remedy> changes = {{"statement.instead", "", code_.line(s.begin),
                                  code_.spelled(s.begin, set) + "; " + code,
                                  code_.spelled(s.begin, s.end), cause}};
  std::vector<Insertion> insertions = {{after(s.end - 1), " if (" + asks() + ") { " + code + " }"}};
  for (const std::size_t index : f.statements) {
    const Statement& frees = code_.statements()[index];
    const std::string text = code_.spelled(frees.begin, frees.end);
    if (text != "delete " + pointer + ";" && text != "delete[] " + pointer + ";" &&
        text != "free(" + pointer + ");")
      continue;
    changes.push_back({"statement.instead", "", code_.line(frees.begin),
                       "cudaFree(" + pointer + ");", text, Cause{}});
    insertions.push_back(
        {before(frees.begin), "if (" + asks() + ") cudaFree(" + pointer + "); else "});
  }
  propose_together(std::move(changes), std::move(insertions));
}

}  // namespace warpgrade::remedy
