#include "remedy/synchronization/ordering.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

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
  if (end <= begin + 2 || !code_.is(end - 1, "0") || !code_.is(end - 2, "=")) return {};
  // A start value that others add to would come as early or late as before.
  const std::string to = address(begin, end - 2);
  for (std::size_t i = 0; i + 1 < code_.tokens().size(); ++i) {
    if (!code_.is(i, "atomicAdd") || !code_.is(i + 1, "(")) continue;
    const auto given = arguments(i + 1);
    if (!given.empty() && code_.spelled(given[0].begin, given[0].end) == to) return {};
  }
  return called("atomicExch", {begin, end - 2}, "0");
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

void Ordering::both_fences(int line) {
  const Function* f = code_.function_at(line);
  const std::size_t s = f == nullptr ? none : code_.listed(code_.statement_at(*f, line));
  if (s == none || !f->on_device) return;
  const Statement& access = code_.statements()[s];
  const bool behind_the_loop =
      std::any_of(f->statements.begin(), f->statements.end(), [&](std::size_t index) {
        const Statement& loop = code_.statements()[index];
        return loop.kind == Statement::Kind::loop && loop.end == access.begin &&
               holds(loop.begin, loop.end, "atomicCAS");
      });
  if (!behind_the_loop) return;
  const std::string fence = "__threadfence();", added = "if (" + asks() + ") { " + fence + " }";
  const std::size_t last = access.end - 1;
  propose_together({{"statement.before", "", code_.line(access.begin), fence, "", Cause{}},
                    {"statement.after", "", code_.line(last), fence, "", Cause{}}},
                   {{before(access.begin), added + " "}, {after(last), " " + added}});
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

}  // namespace warpgrade::remedy
