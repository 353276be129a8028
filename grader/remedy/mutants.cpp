#include "remedy/mutants.h"

#include <algorithm>
#include <set>

#include "remedy/edits/slips.h"
#include "remedy/kernel/arithmetic.h"
#include "remedy/kernel/comparisons.h"
#include "remedy/kernel/conditions.h"
#include "remedy/kernel/indices.h"
#include "remedy/kernel/off_by_one.h"
#include "remedy/kernel/sizes.h"
#include "remedy/proposer.h"
#include "remedy/reached.h"

namespace warpgrade::remedy {
namespace {

/// Leaves out code.
class Omissions : Proposer {
 public:
  using Proposer::Proposer;

  /// Leaves out a call, a launch or a store.
  void statements() {
    for (const Function& f : code_.functions())
      for (const std::size_t s : f.statements)
        if (is_call_or_store(code_.statements()[s])) leave_out(code_.statements()[s]);
  }

  /// `sum = x` for `sum += x`.
  void sums() {
    for (const Function& f : code_.functions())
      for (const std::size_t s : f.statements) leave_out_sum(code_.statements()[s]);
  }

  /// The test of an `if`.
  void tests() {
    for (const Function& f : code_.functions())
      for (const std::size_t s : f.statements) leave_out_test(code_.statements()[s]);
  }

  /// Replaces `atomicAdd(p, v)` by `*p += v`.
  void atomics() {
    for (const Function& f : code_.functions()) {
      for (std::size_t i = f.open; i + 1 < f.close; ++i) {
        if (!code_.is(i, "atomicAdd") || !code_.is(i + 1, "(")) continue;
        const auto given = arguments(i + 1);
        if (given.size() != 2) continue;
        instead({i, code_.partner(i + 1) + 1},
                "*(" + code_.spelled(given[0].begin, given[0].end) +
                    ") += " + code_.spelled(given[1].begin, given[1].end));
      }
    }
  }

 private:
  bool is_call_or_store(const Statement& s) const {
    constexpr auto name = Token::Kind::identifier;
    if (s.kind != Statement::Kind::other || s.end < s.begin + 3) return false;
    for (const char* word : {"return", "throw", "delete", "using", "static_assert", "cudaFree",
                             "cudaGetLastError", "cudaPeekAtLastError"})
      if (code_.is(call_in(s), word)) return false;
    if (code_.is(s.begin, "*")) return true;
    if (code_.is(s.begin, "++") || code_.is(s.begin, "--")) return true;
    if (code_.tokens()[s.begin].kind != name) return false;
    for (const char* next : {"(", "[", ".", "->", "=", "++", "--"})
      if (code_.is(s.begin + 1, next)) return true;
    const bool launches =
        code_.is(s.begin + 1, "<") && code_.is(s.begin + 2, "<") && code_.is(s.begin + 3, "<");
    return launches || is_assignment(code_.tokens()[s.begin + 1].text);
  }

  void leave_out(const Statement& s) {
    if (code_.line(s.begin) != code_.line(s.end - 1)) return;
    propose("statement.removed", code_.line(s.begin), "",
            around({s.begin, s.end}, "{ if (!" + asks() + ") ", " }"),
            code_.spelled(s.begin, s.end));
  }

  void leave_out_sum(const Statement& s) {
    if (s.kind != Statement::Kind::other || code_.line(s.begin) != code_.line(s.end - 1)) return;
    std::size_t op = s.begin;
    while (op < s.end && !code_.is(op, "+=") && !code_.is(op, "(") && !code_.is(op, "=")) ++op;
    if (op == s.end || !code_.is(op, "+=") || holds(s.begin, op, "++")) return;
    const std::string sum = code_.spelled(s.begin, op);
    propose("expression.instead", code_.line(s.begin), sum + " = " + code_.spelled(op + 1, s.end),
            around({s.begin, s.end}, "{ if (" + asks() + ") " + sum + " = 0; ", " }"),
            code_.spelled(s.begin, s.end));
  }

  void leave_out_test(const Statement& s) {
    if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if") ||
        !code_.is(s.begin + 1, "("))
      return;
    const std::size_t open = s.begin + 1, close = code_.partner(open);
    const Range condition{open + 1, close};
    if (condition.end <= condition.begin || code_.line(open) != code_.line(close)) return;
    const bool leaves = code_.is(close + 1, "return") || code_.is(close + 1, "continue") ||
                        code_.is(close + 1, "break");
    propose("statement.removed", code_.line(s.begin), "",
            around(condition, leaves ? "!" + asks() + " && (" : asks() + " || (", ")"),
            code_.spelled(s.begin, leaves ? close + 2 : close + 1));
  }
};

}  // namespace

std::vector<Proposal> mutants(const Code& code, const std::string& file, const std::string& entry) {
  constexpr std::size_t most = 500;
  using Which = Slips::Which;
  ProposalList list(code, file, 0, most);
  Omissions omissions(list);
  omissions.statements();
  omissions.tests();
  omissions.atomics();
  omissions.sums();
  Comparisons(list).other_comparisons();
  Comparisons(list).other_equalities();
  Conditions(list).other_connectives();
  Sizes(list).other_sizes();
  Sizes(list).other_axes();
  Indices(list).transposed();
  OffByOne(list).in_kernels();
  OffByOne(list).in_launches();
  Slips slips(list, entry, {});
  slips.other_members();
  slips.other_variables(Which::alike);
  slips.other_numbers();
  slips.other_signs();
  slips.other_variables(Which::others);
  slips.other_variables(Which::whole_numbers, 1);
  std::vector<Proposal> all = list.take();
  const std::set<std::string> reached = functions_reached(code, entry);
  std::erase_if(all, [&](const Proposal& p) {
    const Function* f = code.function_at(p.remedy.line);
    return f == nullptr || reached.count(f->name) == 0;
  });
  return all;
}

}  // namespace warpgrade::remedy
