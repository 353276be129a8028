// Shared by all classes that make proposals: the code and the list of proposals.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remedy/proposals.h"

namespace warpgrade::remedy {

struct Range {
  std::size_t begin, end;  // tokens
};

/// A launch: the arguments inside `<<< >>>` and in the parentheses after it.
struct Launch {
  std::size_t name = 0;  // of the kernel
  std::vector<Range> sizes, arguments;
};

bool is_whole_number(const std::string& type);
std::string without_const(const std::string& type);
/// Whether the token assigns to the element before it.
bool is_assignment(std::string_view text);
/// Whether it has no lowercase letter, like the name of a macro or constant.
bool is_macro(std::string_view name);
/// "b - 1"; for a number, that number minus one.
std::string one_less(const std::string& divisor);
std::string without_blanks(std::string text);

/// The proposals so far: each number and each change once, up to a maximum.
class ProposalList {
 public:
  ProposalList(const Code& code, std::string file, int first, std::size_t most = 160)
      : code_(code), file_(std::move(file)), most_(most), next_(first) {}

  const Code& code() const { return code_; }
  /// The expression that tests whether the proposal added next is switched on.
  std::string asks() const { return "simt_remedy(" + std::to_string(next_) + ")"; }
  /// `remedies`, not empty: the parts of one change.
  void add(std::vector<Remedy> remedies, std::vector<Insertion> insertions);
  std::size_t size() const { return proposals_.size(); }
  std::vector<Proposal> take() { return std::move(proposals_); }
  /// Ignores changes between these offsets from now on.
  void keep(std::size_t begin, std::size_t end) { kept_.emplace_back(begin, end); }

 private:
  int column(const Remedy& remedy, const std::vector<Insertion>& insertions) const;

  const Code& code_;
  std::string file_;
  std::size_t most_;
  int next_;
  std::set<std::string> seen_;
  std::vector<std::pair<std::size_t, std::size_t>> kept_;
  std::vector<Proposal> proposals_;
};

class Proposer {
 public:
  explicit Proposer(ProposalList& list) : code_(list.code()), list_(list) {}

 protected:
  std::string asks() const { return list_.asks(); }
  void keep(std::size_t begin, std::size_t end) { list_.keep(begin, end); }
  /// Offsets in the text, before or after a token.
  std::size_t before(std::size_t token) const { return code_.tokens()[token].offset; }
  std::size_t after(std::size_t token) const {
    return before(token) + code_.tokens()[token].length;
  }

  /// `cause`: the mistake, if this fixes it; its facts `code` and `old` are filled in.
  void propose(const std::string& id, int line, const std::string& code,
               std::vector<Insertion> insertions, const std::string& old_code = "",
               Cause cause = {}) {
    list_.add({{id, "", line, code, old_code, std::move(cause)}}, std::move(insertions));
  }
  /// Changes at several places that belong together.
  void propose_together(std::vector<Remedy> remedies, std::vector<Insertion> insertions) {
    if (!remedies.empty()) list_.add(std::move(remedies), std::move(insertions));
  }
  /// Proposes a new statement after statement `s`.
  void put_after(const std::string& id, std::size_t s, const std::string& what, Cause cause = {});

  /// Proposes `two` before `one`, which it follows now.
  void exchange_statements(const Statement& one, const Statement& two, Cause cause);

  /// Inserts `before_it` and `behind` around an expression.
  std::vector<Insertion> around(Range expression, const std::string& before_it,
                                const std::string& behind) const;
  /// Proposes another expression in place of this one.
  void instead(Range expression, const std::string& code, Cause cause = {});
  /// Replaces each range by a text, together. Ranges of one line become one change.
  struct Piece {
    Range range;
    std::string by;
  };
  void replace_all(std::vector<Piece> pieces, Cause cause);
  /// Whether the other side of a comparison of this operand reads like `code`.
  bool compares_with_itself(Range operand, const std::string& code) const;

  /// Whether the token is the name of a macro or constant: it has no lowercase letter.
  bool is_constant(std::size_t token) const;
  /// The names of constants that the function uses, without its parameters; each once.
  std::vector<std::string> constants_in(const Function& f) const;
  /// The names in subscripts between these tokens, each once.
  std::vector<std::string> names_in_subscripts(std::size_t begin, std::size_t end) const;
  /// Whether the function declares it with `__shared__`.
  bool is_shared(const Function& f, std::string_view name) const;
  /// Of the function's name in its head; 0 if it cannot be found.
  std::size_t name_token(const Function& f) const;
  bool holds(std::size_t begin, std::size_t end, std::string_view what) const;
  /// The operand of `/` and similar operators: a name, number, member, call or parentheses; on the
  /// left also a product or quotient of these.
  Range left_operand(std::size_t op) const;
  Range right_operand(std::size_t op) const;
  /// The contents of the parentheses of `if`, `switch`, `for` and `while`.
  std::vector<Range> conditions(const Function& f) const;
  /// From the parenthesis of `if`, `for` or `while` to the one that closes it; empty for others.
  Range find_condition(const Statement& s) const;
  /// From the outermost branch around the statement to its end.
  Range with_branches(const Statement& s) const;
  /// The variables that the function makes from threadIdx.
  std::vector<std::string> indices_of_threads(const Function& f) const;
  /// The arguments of the call whose parenthesis opens at `open`.
  std::vector<Range> arguments(std::size_t open) const;
  std::vector<Launch> launches(const Function& f) const;
  /// Parameters, and pointers that the function declares by `T *a, *b;` at its top level.
  std::vector<Variable> list_pointers(const Function& f) const;
  /// Whether the function declares `name` (`T name = …`, also after a comma) in a scope that
  /// includes `token`.
  bool is_in_scope(const Function& f, std::string_view name, std::size_t token) const;
  /// The first token of the call inside `CHECK(cudaFree(p));`.
  std::size_t call_in(const Statement& s) const {
    const bool wraps = code_.is(s.begin + 1, "(") && is_constant(s.begin) &&
                       code_.tokens()[s.begin + 2].text.starts_with("cuda");
    return wraps ? s.begin + 2 : s.begin;
  }
  /// Whether the kernel uses its results in these tokens alone: with another test in front of them,
  /// the blocks that do not pass would work for nothing.
  bool uses_all_results(const Function& f, std::size_t begin, std::size_t end) const;
  /// Whether these tokens shuffle, or call a function of this file that does.
  /// Whether the token begins `name(…)` or `name<…>(…)`.
  bool is_call(std::size_t token, const std::string& name) const;
  bool uses_shuffles(std::size_t begin, std::size_t end) const;
  /// What a variable begins with, where `size` is its name: `= 3`, `(3, 4)`; else empty.
  Range initial_value(const Function& f, Range size) const;
  /// The part of `within` around `token`, up to `&&`, `||`, `;`, `,` or brackets.
  Range term_around(std::size_t token, Range within) const;
  /// The text after `token` up to `end`, with the blank before it.
  std::string spelled_behind(std::size_t token, std::size_t end) const;

  const Code& code_;

 private:
  bool is_pointer_parameter(std::size_t token) const;
  bool is_operands_end(std::size_t token) const;
  void add_pointers(const Statement& s, std::vector<Variable>& all) const;
  /// The bracket that closes the one at `token`, or `token` itself.
  std::size_t to_close(std::size_t token) const {
    const bool opens = code_.is(token, "(") || code_.is(token, "[") || code_.is(token, "{");
    return opens ? code_.partner(token) : token;
  }

  ProposalList& list_;
};

}  // namespace warpgrade::remedy
