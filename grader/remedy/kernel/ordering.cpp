#include "remedy/kernel/ordering.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Ordering::barriers(const std::vector<int>& lines, const std::string& what) {
  const Function* f = code_.function_at(lines.back());
  if (f == nullptr || !f->on_device) return;
  const std::size_t one = code_.statement_at(*f, lines.front());
  const std::size_t two = code_.statement_at(*f, lines.back());
  if (two == none) return;
  if (one == none || code_.function_at(lines.front()) != f) {
    barriers_around(two, what);
    return;
  }
  // From the outside in: a place that all threads reach is more likely to be right.
  std::vector<std::size_t> path;
  for (std::size_t s = one; s != none; s = code_.statements()[s].parent)
    if (code_.statements()[s].listed) path.push_back(s);
  std::reverse(path.begin(), path.end());
  const std::size_t second = code_.statements()[two].begin;
  for (const std::size_t s : path)
    if (code_.statements()[s].end <= second) put_after("statement.after", s, what);
  loop_ends(one, two, what);
  // Try every gap between the two as well, as the first may be too early.
  for (const std::size_t s : f->statements) {
    const Statement& each = code_.statements()[s];
    if (each.listed && each.begin >= code_.statements()[one].end && each.end <= second)
      put_after("statement.after", s, what);
  }
  if (one == two || lines.size() == 1) barriers_around(two, what);
}

void Ordering::barriers_around(std::size_t statement, const std::string& what) {
  const Function* f = code_.function_at(code_.line(code_.statements()[statement].begin));
  std::vector<std::size_t> path;
  for (std::size_t s = statement; s != none; s = code_.statements()[s].parent)
    if (code_.statements()[s].listed) path.push_back(s);
  for (const std::size_t s : path) {
    const std::size_t previous = sibling_before(*f, s);
    if (previous != none) put_after("statement.after", previous, what);
  }
  loop_ends(statement, statement, what);
}

std::size_t Ordering::sibling_before(const Function& f, std::size_t statement) const {
  std::size_t found = none;
  for (const std::size_t s : f.statements) {
    const Statement& each = code_.statements()[s];
    if (each.parent == code_.statements()[statement].parent && each.listed &&
        each.end <= code_.statements()[statement].begin)
      found = s;
  }
  return found;
}

void Ordering::loop_ends(std::size_t one, std::size_t two, const std::string& what) {
  std::set<std::size_t> around;
  for (std::size_t s = one; s != none; s = code_.statements()[s].parent) around.insert(s);
  for (std::size_t s = two; s != none; s = code_.statements()[s].parent) {
    const Statement& each = code_.statements()[s];
    if (each.kind != Statement::Kind::block || around.count(s) == 0) continue;
    if (each.parent == none || code_.statements()[each.parent].kind != Statement::Kind::loop)
      continue;
    const std::size_t close = each.end - 1;
    propose("loop.end", code_.line(close), what,
            {{before(close), "if (" + asks() + ") { " + what + " } "}}, "",
            because("code.next-iteration"));
  }
}

void Ordering::whole_block(int line) {
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

void Ordering::make_atomic(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::size_t s = code_.statement_at(*f, line);
  if (s == none || code_.statements()[s].kind != Statement::Kind::other) return;
  const std::size_t begin = code_.statements()[s].begin, end = code_.statements()[s].end - 1;
  const Call call = atomic_for(begin, end);
  if (call.code.empty()) {
    draw_ticket(begin, end);
    return;
  }
  propose("statement.instead", code_.line(begin), call.shown,
          {{before(begin), "if (" + asks() + ") { " + call.code + " } else "}},
          code_.spelled(begin, end + 1));
}

/// The atomic call equivalent to these tokens; empty if there is none.
Ordering::Call Ordering::atomic_for(std::size_t begin, std::size_t end) const {
  const auto called = [&](const char* function, Range of, const std::string& value) {
    const std::string call = function + ("(" + address(of.begin, of.end)) + ", " + value + ");";
    return Call{call, call};
  };
  const auto added = [&](Range to, Range value) {
    const std::string text = code_.spelled(value.begin, value.end);
    return Call{called("atomicAdd", to, "(" + text + ")").code, called("atomicAdd", to, text).code};
  };
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.is(i, "+=")) return added({begin, i}, {i + 1, end});
    if (code_.is(i, "-="))
      return called("atomicAdd", {begin, i}, "-(" + code_.spelled(i + 1, end) + ")");
  }
  for (std::size_t i = begin; i + 1 < end; ++i) {
    // Matches x = x + y
    if (!code_.is(i, "=")) continue;
    const std::size_t plus = i + 1 + (i - begin);
    if (code_.is(plus, "+") && code_.spelled(begin, i) == code_.spelled(i + 1, plus))
      return added({begin, i}, {plus + 1, end});
    break;
  }
  if (code_.is(end - 1, "++") && !holds(begin, end, "="))
    return called("atomicAdd", {begin, end - 1}, "1");
  if (code_.is(begin, "++")) return called("atomicAdd", {begin + 1, end}, "1");
  if (end > begin + 2 && code_.is(end - 1, "0") && code_.is(end - 2, "="))
    return called("atomicExch", {begin, end - 2}, "0");
  return {};
}

/// The address of what these tokens name: `&x`, or `p` for `*p`.
std::string Ordering::address(std::size_t begin, std::size_t end) const {
  return code_.is(begin, "*") ? code_.spelled(begin + 1, end) : "&" + code_.spelled(begin, end);
}

/// Handles `ticket = count++;`
void Ordering::draw_ticket(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i + 1 < end; ++i) {
    if (!code_.is(i, "=") || !code_.is(end - 1, "++")) continue;
    const std::string call = "atomicAdd(" + address(i + 1, end - 1) + ", 1)";
    instead({i + 1, end}, call);
    return;
  }
}

void Ordering::fences(const std::vector<int>& lines, bool known) {
  for (const int line : lines) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || !f->on_device) continue;
    const std::size_t s = code_.listed(code_.statement_at(*f, line));
    if (s != none)
      put_after(
          "statement.after", s, "__threadfence();",
          known ? Cause{}
                : because("code.no-fence", {{"line", code_.line(code_.statements()[s].end - 1)}}));
  }
}

void Ordering::zero_shared(const std::vector<int>& lines) {
  const Function* f = code_.function_at(lines.back());
  if (f == nullptr || !f->on_device) return;
  for (const std::size_t s : f->statements) {
    const Statement& each = code_.statements()[s];
    if (!each.listed || !code_.is(each.begin, "__shared__")) continue;
    if (each.end < each.begin + 3 || !code_.is(each.end - 1, ";")) continue;
    const std::size_t name = each.end - 2;
    if (code_.tokens()[name].kind != Kind::identifier) continue;
    put_after("statement.after", s,
              "if (threadIdx.x + threadIdx.y + threadIdx.z == 0) " +
                  std::string(code_.tokens()[name].text) + " = 0; __syncthreads();");
  }
}

void Ordering::out_of_branch(const std::vector<int>& lines) {
  for (const int line : lines) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || !f->on_device) continue;
    const std::size_t s = code_.statement_at(*f, line);
    if (s == none || !code_.is(code_.statements()[s].begin, "__syncthreads")) continue;
    const std::size_t begin = code_.statements()[s].begin;
    for (std::size_t up = code_.statements()[s].parent; up != none;
         up = code_.statements()[up].parent) {
      const Statement& around = code_.statements()[up];
      if (around.kind != Statement::Kind::branch || !around.listed) continue;
      const std::size_t last = around.end - 1;
      propose("barrier.out", code_.line(last), "__syncthreads();",
              {{before(begin), "if (" + asks() + ") ; else "},
               {after(last), " if (" + asks() + ") { __syncthreads(); }"}},
              "line " + std::to_string(line));
    }
  }
}

}  // namespace warpgrade::remedy
