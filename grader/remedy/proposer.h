// What those that make proposals share: the code, and where proposals are put down.
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

/// A launch: what stands in `<<<` and `>>>`, and in the brackets behind them.
struct Launch {
  std::size_t name = 0;  // of the kernel
  std::vector<Range> sizes, arguments;
};

bool is_whole_number(const std::string& type);
std::string without_const(const std::string& type);
/// What comes behind an element that is stored to.
bool is_assignment(std::string_view text);
/// Without a small letter: a macro's name, or a constant's.
bool is_macro(std::string_view name);
/// "b - 1", and of a number that number.
std::string one_less(const std::string& divisor);
std::string without_blanks(std::string text);

/// Proposals as they are made: each number and each change once, and only so many.
class ProposalList {
 public:
  ProposalList(const Code& code, std::string file, int first, std::size_t most = 160)
      : code_(code), file_(std::move(file)), most_(most), next_(first) {}

  const Code& code() const { return code_; }
  /// What a change asks to know whether it is switched on, of the one that is added next.
  std::string asks() const { return "simt_remedy(" + std::to_string(next_) + ")"; }
  /// `remedies`, not empty: all of one change.
  void add(std::vector<Remedy> remedies, std::vector<Insertion> insertions);
  std::vector<Proposal> take() { return std::move(proposals_); }

 private:
  int column(const Remedy& remedy, const std::vector<Insertion>& insertions) const;

  const Code& code_;
  std::string file_;
  std::size_t most_;
  int next_;
  std::set<std::string> seen_;
  std::vector<Proposal> proposals_;
};

class Proposer {
 public:
  explicit Proposer(ProposalList& list) : code_(list.code()), list_(list) {}

 protected:
  std::string asks() const { return list_.asks(); }
  /// Places in the text.
  std::size_t before(std::size_t token) const { return code_.tokens()[token].offset; }
  std::size_t after(std::size_t token) const {
    return before(token) + code_.tokens()[token].length;
  }

  /// `cause`: what is wrong if this mends it; its facts `code` and `old` need not be given.
  void propose(const std::string& id, int line, const std::string& code,
               std::vector<Insertion> insertions, const std::string& old_code = "",
               Cause cause = {}) {
    list_.add({{id, "", line, code, old_code, std::move(cause)}}, std::move(insertions));
  }
  /// Changes at several places that go together.
  void propose_together(std::vector<Remedy> remedies, std::vector<Insertion> insertions) {
    if (!remedies.empty()) list_.add(std::move(remedies), std::move(insertions));
  }
  /// A statement of its own at the gap behind statement `s`.
  void put_after(const std::string& id, std::size_t s, const std::string& what, Cause cause = {});

  /// `before_it` and `behind` around an expression.
  std::vector<Insertion> around(Range expression, const std::string& before_it,
                                const std::string& behind) const;
  /// Another expression in the place of that one.
  void instead(Range expression, const std::string& code, Cause cause = {});

  /// Whether it is the name of a macro or constant: it has no small letter.
  bool is_constant(std::size_t token) const;
  /// Such names that the function uses, each once, but for its parameters.
  std::vector<std::string> constants_in(const Function& f) const;
  bool holds(std::size_t begin, std::size_t end, std::string_view what) const;
  /// Of `/` and the like: a name, a number, a member, a call or brackets; on the left also a
  /// product or a quotient of such.
  Range left_operand(std::size_t op) const;
  Range right_operand(std::size_t op) const;
  /// What stands in the brackets of `if`, `switch`, `for` and `while`.
  std::vector<Range> conditions(const Function& f) const;
  /// Arguments of the call whose bracket opens there.
  std::vector<Range> arguments(std::size_t open) const;
  std::vector<Launch> launches(const Function& f) const;
  /// Parameters and what the function itself declares as `T *a, *b;`, not a block in it.
  std::vector<Variable> list_pointers(const Function& f) const;
  /// Whether the function declares `name` (`T name = …`, also behind a comma) where `token` sees
  /// it.
  bool is_in_scope(const Function& f, std::string_view name, std::size_t token) const;
  /// Of `CHECK(cudaFree(p));` the call within: its first token.
  std::size_t call_in(const Statement& s) const {
    const bool wraps = code_.is(s.begin + 1, "(") && is_constant(s.begin) &&
                       code_.tokens()[s.begin + 2].text.starts_with("cuda");
    return wraps ? s.begin + 2 : s.begin;
  }
  /// Whether these tokens shuffle, or call a function of this file that does.
  bool uses_shuffles(std::size_t begin, std::size_t end) const;
  /// What `&&`, `||`, `;`, `,` and brackets part from the rest of `within`.
  Range term_around(std::size_t token, Range within) const;
  /// What stands behind `token`, up to `end`, with the blank before it.
  std::string spelled_behind(std::size_t token, std::size_t end) const;

  const Code& code_;

 private:
  bool is_operands_end(std::size_t token) const;
  void add_pointers(const Statement& s, std::vector<Variable>& all) const;
  /// Of a bracket that opens there the one that closes it, else `token` itself.
  std::size_t to_close(std::size_t token) const {
    const bool opens = code_.is(token, "(") || code_.is(token, "[") || code_.is(token, "{");
    return opens ? code_.partner(token) : token;
  }

  ProposalList& list_;
};

}  // namespace warpgrade::remedy
