// Changes to conditions of tests and loops: another comparison, or an additional one.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Conditions : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `<=` by `<` in the conditions around the statement.
  void strict_comparisons(int line);
  /// Replaces `i < n` by `i < n - 1` in all comparisons with that limit, in a test around the
  /// statement or one after which threads return.
  void last_left_out(int line);
  /// Replaces `<=` by `<` in all tests and loops; in kernels, which are tried first, also the
  /// reverse.
  void other_comparisons();
  /// `!=` for `==`, and the other way round.
  void other_equalities();
  /// `&&` for `||`, and the other way round; in `a || b || c` for all of them.
  void other_connectives();
  /// `blockIdx.x < blockIdx.y` for `>` between two indices of a thread or block.
  void the_other_way_round();
  /// `if (i < n)` for `if (i > n)` behind a loop in which i goes up to n.
  void behind_counting_loops();
  /// `&&` for `||`, and the other way round, in `… ? … : …` on this line.
  void other_connectives_in_choices(int line);
  /// `a || b` for `a || b || c` before the host returns.
  void fewer_returns();
  /// `!(a > 0)` for `a <= 0`, which is false for a NaN, too, and for `a < 0`.
  void also_of_nans();
  /// `double norm = 1e30;` for `double norm = 0;` before `while (norm > tolerance)`.
  void never_begins();
  /// The branch without its test, where that lets one in so many pass.
  void each_time();
  /// Replaces `<` by `<=` in host code.
  void another_round();
  /// Replaces `n % V == 0` by `n % V == 0 && k % V == 0`, with another size of the function.
  void other_multiples();
  /// Replaces `k > N - 2` by `k + 2 > N` in all tests of a kernel where k is unsigned: for N = 1,
  /// N - 2 is a huge number.
  void without_underflow();
  /// Replaces `t * T + x < k` by `t * T + y < k`, if that guards a subscript with `t * T + y`; on
  /// the line, or in the tests around it.
  void compare_as_indexed(int line);
  /// Replaces `col < k` by `t + x < k`, if it guards `[row * k + t + x]`.
  void compare_what_is_used(int line);
  /// Replaces `row < m` by `row < m && col < n`, around the statement or before a return: adds the
  /// comparison of the thread's other index.
  void one_more_comparison(int line);

 private:
  Range find_condition(const Statement& s) const;
  bool is_unsigned(const Function& f, Range value) const;
  /// The `&&` and `||` of a condition, those in the same brackets together.
  std::vector<std::vector<std::size_t>> joins_by_bracket(Range condition) const;
  void join_otherwise(Range condition, const std::vector<std::size_t>& joins);
  void compare_otherwise(const Function& f, bool less, bool more);
  void lower_limits(Range condition, bool leaves);
  void compare_by(std::size_t op, const std::string& by, std::size_t open, std::size_t close);
  void extend(const Function& f, Range condition, bool leaves);
  std::vector<std::string> indices_of_threads(const Function& f) const;
};

}  // namespace warpgrade::remedy
