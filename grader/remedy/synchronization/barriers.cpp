#include "remedy/synchronization/barriers.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Barriers::missing(const std::vector<int>& lines, const std::string& what) {
  // Two helpers that one function calls in turn: it is that function that should wait.
  const bool apart = code_.function_at(lines.front()) != code_.function_at(lines.back());
  if (apart) in_callers(lines, what);
  in_function(lines, what);
  if (!apart) in_callers(lines, what);
}

void Barriers::in_function(const std::vector<int>& lines, const std::string& what) {
  const Function* f = code_.function_at(lines.back());
  if (f == nullptr || !f->on_device) return;
  const std::size_t one = code_.statement_at(*f, lines.front());
  const std::size_t two = code_.statement_at(*f, lines.back());
  if (two == none) return;
  if (one == none || code_.function_at(lines.front()) != f) {
    around_one(two, what);
    return;
  }
  between(*f, one, two, what);
  if (one == two || lines.size() == 1) around_one(two, what);
}

void Barriers::in_callers(const std::vector<int>& lines, const std::string& what) {
  const std::vector<Site> ones = callers(lines.front()), twos = callers(lines.back());
  for (const Site& one : ones)
    for (const Site& two : twos) {
      if (one.function != two.function) continue;
      const auto begin = [&](const Site& s) { return code_.statements()[s.statement].begin; };
      if (one.statement == two.statement)
        around_one(one.statement, what);
      else if (begin(one) < begin(two))
        between(*one.function, one.statement, two.statement, what);
      else
        between(*one.function, two.statement, one.statement, what);
    }
}

/// The calls, at most three levels up, of the function with that line; of a function with both
/// lines in itself, only its callers.
std::vector<Barriers::Site> Barriers::callers(int line) const {
  const Function* const own = code_.function_at(line);
  if (own == nullptr || !own->on_device) return {};
  std::vector<Site> all = {{own, code_.statement_at(*own, line)}};
  std::size_t begin = 0;
  for (int level = 0; level < 3; ++level) {
    const std::size_t end = all.size();
    for (std::size_t at = begin; at < end; ++at)
      for (const Function& f : code_.functions()) {
        if (!f.on_device || &f == all[at].function) continue;
        for (std::size_t i = f.open + 1; i + 1 < f.close && all.size() < 32; ++i)
          if (is_call(i, all[at].function->name))
            for (std::size_t s = f.statements.size(); s-- > 0;) {
              const Statement& each = code_.statements()[f.statements[s]];
              if (each.begin > i || i >= each.end) continue;
              all.push_back({&f, f.statements[s]});
              break;
            }
      }
    begin = end;
  }
  all.erase(all.begin());
  return all;
}

/// The statements around one, from the outside in: a place that all threads reach is more likely to
/// be right, and outside of a loop one barrier does for all its rounds.
std::vector<std::size_t> Barriers::path_to(std::size_t statement) const {
  std::vector<std::size_t> path;
  for (std::size_t s = statement; s != none; s = code_.statements()[s].parent)
    if (code_.statements()[s].listed) path.push_back(s);
  std::reverse(path.begin(), path.end());
  return path;
}

void Barriers::between(const Function& f, std::size_t one, std::size_t two,
                       const std::string& what) {
  const std::vector<std::size_t> path = path_to(one);
  const std::size_t second = code_.statements()[two].begin;
  for (const std::size_t s : path)
    if (code_.statements()[s].end <= second) put_after("statement.after", s, what);
  loop_ends(one, two, what);
  if (one != two) loop_ends(two, two, what);  // between its rounds, beside one before the loop
  // Try every gap between the two as well, as the first may be too early.
  for (const std::size_t s : f.statements) {
    const Statement& each = code_.statements()[s];
    if (each.listed && each.begin >= code_.statements()[one].end && each.end <= second)
      put_after("statement.after", s, what);
  }
}

void Barriers::around_one(std::size_t statement, const std::string& what) {
  const Function* f = code_.function_at(code_.line(code_.statements()[statement].begin));
  const std::vector<std::size_t> path = path_to(statement);
  for (const std::size_t s : path) {
    const std::size_t previous = sibling_before(*f, s);
    if (previous != none) put_after("statement.after", previous, what);
  }
  for (const std::size_t s : path)
    if (code_.statements()[s].kind == Statement::Kind::loop) put_after("statement.after", s, what);
  loop_ends(statement, statement, what);
}

std::size_t Barriers::sibling_before(const Function& f, std::size_t statement) const {
  std::size_t found = none;
  for (const std::size_t s : f.statements) {
    const Statement& each = code_.statements()[s];
    if (each.parent == code_.statements()[statement].parent && each.listed &&
        each.end <= code_.statements()[statement].begin)
      found = s;
  }
  return found;
}

void Barriers::loop_ends(std::size_t one, std::size_t two, const std::string& what) {
  std::set<std::size_t> around;
  for (std::size_t s = one; s != none; s = code_.statements()[s].parent) around.insert(s);
  std::vector<std::size_t> bodies;  // of loops around both
  for (std::size_t s = two; s != none; s = code_.statements()[s].parent) {
    const std::size_t loop = code_.statements()[s].parent;
    if (code_.statements()[s].kind == Statement::Kind::block && around.count(s) != 0 &&
        loop != none && code_.statements()[loop].kind == Statement::Kind::loop)
      bodies.push_back(s);
  }
  std::reverse(bodies.begin(), bodies.end());
  for (const std::size_t s : bodies) {
    const Statement& each = code_.statements()[s];
    const std::size_t close = each.end - 1;
    propose("loop.end", code_.line(close), what,
            {{before(close), "if (" + asks() + ") { " + what + " } "}}, "",
            because("code.next-iteration"));
  }
}

void Barriers::whole_block(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  for (const std::size_t s : f->statements) {
    const Statement& each = code_.statements()[s];
    if (each.kind != Statement::Kind::other || !code_.is(each.begin, "__syncwarp")) continue;
    propose("statement.instead", code_.line(each.begin), "__syncthreads();",
            {{before(each.begin), "if (" + asks() + ") { __syncthreads(); } else "}},
            code_.spelled(each.begin, each.end), because("code.barrier-of-a-warp"));
  }
}

/// Whether the file launches cooperatively and has no other launch of this kernel: in any other
/// kernel, the grid's barrier is an error.
bool Barriers::is_launched_cooperatively(const Function& kernel) const {
  bool cooperative = false, named = false;
  for (std::size_t i = 0; i < code_.tokens().size(); ++i) {
    cooperative |=
        code_.is(i, "cudaLaunchCooperativeKernel") || code_.is(i, "cudaLaunchAttributeCooperative");
    if (!code_.is(i, kernel.name)) continue;
    std::size_t at = i + 1;
    // Skip the arguments of a template: k<256><<<…>>>
    if (code_.is(at, "<") && !code_.is(at + 1, "<"))
      while (at < i + 12 && !code_.is(at, ">") && !code_.is(at, ";")) ++at;
    if (code_.is(at, ">")) ++at;
    if (code_.is(at, "<") && code_.is(at + 1, "<") && code_.is(at + 2, "<")) return false;
    const Function* f = code_.function_at(code_.line(i));
    named |= f != nullptr && !f->on_device;
  }
  return cooperative && named;
}

/// `grid.sync();` of the variable that the function has for its grid, or without one.
std::string Barriers::grids_barrier(const Function& f) const {
  for (const Variable& v : f.parameters)
    if (v.type.find("grid_group") != v.type.npos) return v.name + ".sync();";
  std::string scope = "cooperative_groups";
  for (std::size_t i = 0; i + 3 < code_.tokens().size(); ++i) {
    if (code_.is(i, "namespace") && code_.is(i + 2, "=") && code_.is(i + 3, "cooperative_groups"))
      scope = code_.tokens()[i + 1].text;
    if (i < f.open || i > f.close || !code_.is(i, "this_grid")) continue;
    std::size_t name = i;  // auto grid = cg::this_grid();
    while (name > f.open && !code_.is(name, "=") && !code_.is(name, ";")) --name;
    const std::size_t s = code_.statement_at(f, code_.line(i));
    if (code_.is(name, "=") && s != none && code_.statements()[s].parent == none)
      return std::string(code_.tokens()[name - 1].text) + ".sync();";
  }
  return scope + "::this_grid().sync();";
}

/// Whom the statement waits for, less than the grid: the name of a fact; empty for no barrier.
std::string Barriers::waits_for(const Statement& s) const {
  if (s.kind != Statement::Kind::other || !code_.is(s.end - 1, ";")) return "";
  if (code_.is(s.begin, "__syncthreads")) return "block";
  if (code_.is(s.begin, "__syncwarp")) return "warp";
  if (code_.is(s.begin, "__threadfence")) return "fence";
  const bool sync = s.end > s.begin + 5 && code_.is(s.end - 4, "sync") &&
                    code_.is(s.end - 5, ".") && code_.is(s.end - 3, "(");
  if (!sync || holds(s.begin, s.end, "this_grid")) return "";
  if (holds(s.begin, s.end, "this_thread_block")) return "block";
  // block.sync(); what kind of group it is stands in its declaration.
  const Function* f = code_.function_at(code_.line(s.begin));
  if (f == nullptr || s.end != s.begin + 6) return "";
  const std::string_view name = code_.tokens()[s.begin].text;
  for (const Variable& v : f->parameters)
    if (v.name == name)
      return v.type.find("thread_block_tile") != v.type.npos ? "warp"
             : v.type.find("thread_block") != v.type.npos    ? "block"
                                                             : "";
  for (std::size_t i = f->open; i + 1 < s.begin; ++i) {
    if (!code_.is(i, name) || !code_.is(i + 1, "=")) continue;
    std::size_t end = i;
    while (!code_.is(end, ";")) ++end;
    if (holds(i, end, "tiled_partition")) return "warp";
    if (holds(i, end, "this_thread_block")) return "block";
  }
  return "";
}

void Barriers::whole_grid(const std::vector<int>& lines) {
  // The compiler knows no grid without the header.
  if (code_.text().find("cooperative_groups.h") == std::string::npos) return;
  bool all = true, any = false;
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    const bool cooperative = is_launched_cooperatively(f);
    all &= cooperative;
    any |= cooperative;
  }
  if (!any) return;
  for (const Function& f : code_.functions()) {
    if (!f.on_device || !(f.kernel ? is_launched_cooperatively(f) : all)) continue;
    const std::string grid = grids_barrier(f);
    for (const std::size_t s : f.statements) {
      const Statement& each = code_.statements()[s];
      const std::string waits = waits_for(each);
      if (waits.empty()) continue;
      propose("statement.instead", code_.line(each.begin), grid,
              {{before(each.begin), "if (" + asks() + ") { " + grid + " } else "}},
              code_.spelled(each.begin, each.end),
              because("code.barrier-of-a-block", {{"block", waits == "block" ? "yes" : ""},
                                                  {"warp", waits == "warp" ? "yes" : ""},
                                                  {"fence", waits == "fence" ? "yes" : ""}}));
    }
  }
  const Function* const f = code_.function_at(lines.back());
  if (f != nullptr && (f->kernel ? is_launched_cooperatively(*f) : all))
    missing(lines, grids_barrier(*f));
}

void Barriers::out_of_branch(const std::vector<int>& lines) {
  for (const int line : lines) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || !f->on_device) continue;
    const std::size_t s = code_.statement_at(*f, line);
    if (s == none || !code_.is(code_.statements()[s].begin, "__syncthreads")) continue;
    const std::size_t begin = code_.statements()[s].begin;
    for (std::size_t up = code_.statements()[s].parent; up != none;
         up = code_.statements()[up].parent) {
      const Statement& around = code_.statements()[up];
      const bool loop = around.kind == Statement::Kind::loop;
      if ((around.kind != Statement::Kind::branch && !loop) || !around.listed) continue;
      const std::size_t last = around.end - 1;
      propose(
          "barrier.out", code_.line(last), "__syncthreads();",
          {{before(begin), "if (" + asks() + ") ; else "},
           {after(last), " if (" + asks() + ") { __syncthreads(); }"}},
          "line " + std::to_string(line),
          loop ? because("code.barrier-in-rounds", {{"loop", code_.line(around.begin)}}) : Cause{});
    }
  }
}

void Barriers::commits_behind_branches() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (!code_.is(s.begin, "__pipeline_commit") || s.parent == none) continue;
      std::size_t up = s.parent;
      while (up != none && code_.statements()[up].kind != Statement::Kind::branch)
        up = code_.statements()[up].parent;
      if (up == none || !code_.statements()[up].listed) continue;
      const std::size_t last = code_.statements()[up].end - 1;
      const std::string code = code_.spelled(s.begin, s.end);
      propose("statement.behind", code_.line(last), code,
              {{before(s.begin), "if (" + asks() + ") ; else "},
               {after(last), " if (" + asks() + ") { " + code + " }"}},
              "line " + std::to_string(code_.line(s.begin)), because("code.commits-in-branch"));
    }
  }
}

}  // namespace warpgrade::remedy
