#include "simt/rewriter/checks/waiting_loops.h"

#include <string>

namespace simt::rewrite {
namespace {

const std::string count_poll = " ::simt::ptx::count_poll();";

bool uses_volatile(const Program& p) {
  for (std::size_t i = 0; i < p.size(); ++i)
    // `asm volatile` is unrelated.
    if ((p.is(i, "volatile") || p.is(i, "__volatile__")) && p.is_identifier(i) &&
        !(i > 0 && (p.is(i - 1, "asm") || p.is(i - 1, "__asm__") || p.is(i - 1, "__asm"))))
      return true;
  return false;
}

/// Whether the `while` at i ends a `do`, whose body is a block or a single statement.
bool ends_a_do(const Program& p, std::size_t i) {
  if (i == 0) return false;
  if (p.is(i - 1, "}")) {
    const std::size_t open = p.partner(i - 1);
    return open != none && open > 0 && p.is(open - 1, "do");
  }
  if (!p.is(i - 1, ";")) return false;
  for (std::size_t j = i - 1; j-- > 0;) {
    if (p.is(j, "do")) return true;
    if (p.is(j, ";") || p.is(j, "{") || p.is(j, "}")) return false;
  }
  return false;
}

/// Whether the block at `open` contains a single statement that is neither a loop nor a block.
bool has_one_statement(const Program& p, std::size_t open) {
  const std::size_t close = p.partner(open);
  if (close == none) return false;
  std::size_t ends = 0;
  for (std::size_t j = open + 1; j < close; ++j) {
    if (p.is(j, "{")) return false;
    if (p.is(j, ";")) ++ends;
  }
  return ends <= 1;
}

/// A loop's condition: the tokens [begin, end).
struct Condition {
  std::size_t begin = none, end = none;
};

/// The condition of the `while` or `for` at i. Empty if it may declare a variable, or the loop
/// counts.
Condition find_condition(const Program& p, std::size_t i) {
  const std::size_t close = p.partner(i + 1);
  Condition c{i + 2, close};
  if (p.is(i, "for")) {
    std::size_t parts = 0;
    for (std::size_t j = i + 2; j < close; j = p.past(j)) {
      if (!p.is(j, ";")) continue;
      (parts++ == 0 ? c.begin : c.end) = parts == 1 ? j + 1 : j;
    }
    const bool counts = parts == 2 && c.begin < c.end && c.end + 1 < close;
    if (parts != 2 || counts) return {};
  }
  for (std::size_t j = c.begin; j < c.end; j = p.past(j))
    if (p.is(j, "=")) return {};
  return c;
}

bool is_always_true(const Program& p, const Condition& c) {
  return c.begin == c.end ||
         (c.begin + 1 == c.end && (p.is(c.begin, "true") || p.is(c.begin, "1")));
}

/// Inserts a count of iterations into the `while` or `for` at i, whose body begins at `body`. A
/// loop that the compiler knows to be endless must stay so, because a function need not return
/// after it.
void count_iterations(const Program& p, std::size_t i, std::size_t body, Edits& edits) {
  const Condition c = find_condition(p, i);
  if (c.begin == none) return;
  if (!is_always_true(p, c))
    edits.insert_before(c.begin, "::simt::ptx::count_iteration(), ");
  else if (p.is(body, "{"))
    edits.insert_after(body, " ::simt::ptx::count_iteration();");
}

/// Whether the `while` at i ends a `do` that was already instrumented.
bool ends_an_instrumented_do(const Program& p, std::size_t i) {
  return p.is(i - 1, "}") && has_one_statement(p, p.partner(i - 1));
}

/// Whether the token is in a function body that runs on the device, and not at compile time.
bool is_of_device(const Function* f, std::size_t i) {
  return f != nullptr && f->runs_on_device() && f->body != none && i >= f->body && !f->is_constexpr;
}

void instrument_do(const Program& p, std::size_t i, Edits& edits) {
  if (p.is(i + 1, "{") && has_one_statement(p, i + 1)) edits.insert_after(i + 1, count_poll);
}

/// Instruments a `for`, a `while`, or the `while` of a `do`.
void instrument_loop(const Program& p, std::size_t i, Edits& edits) {
  if (p.is(i, "while") && ends_a_do(p, i)) {
    const std::size_t body = p.is(i - 1, "}") ? p.partner(i - 1) : none;
    if (!ends_an_instrumented_do(p, i)) count_iterations(p, i, body, edits);
    return;
  }
  const std::size_t body = p.partner(i + 1) + 1;
  if (p.is(body, ";"))
    edits.replace(body, "{" + count_poll + " }");
  else if (p.is(body, "{") && p.partner(body) == body + 1)
    edits.insert_after(body, count_poll);
  else
    count_iterations(p, i, body, edits);
}

}  // namespace

void instrument_waiting_loops(const Program& p, const Scopes& scopes, Edits& edits) {
  if (!uses_volatile(p)) return;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p.is(i, "while") && !p.is(i, "for") && !p.is(i, "do")) continue;
    if (!is_of_device(scopes.function(i), i)) continue;
    if (p.is(i, "do"))
      instrument_do(p, i, edits);
    else if (p.is(i + 1, "(") && p.partner(i + 1) != none)
      instrument_loop(p, i, edits);
  }
}

}  // namespace simt::rewrite
