// Changes to the conditions of tests and loops: another comparison, one more of them.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Conditions : Proposer {
 public:
  using Proposer::Proposer;

  /// `<=` in the conditions around the statement.
  void strict_comparisons(int line);
  /// `i < n - 1` for `i < n`, for all comparisons with that limit in a test around the statement,
  /// or in one after which threads leave.
  void last_left_out(int line);
  /// `<` for `<=`, in all tests and loops: of kernels first, where also the other way round.
  void other_comparisons();
  /// `!=` for `==`, and the other way round.
  void other_equalities();
  /// `&&` for `||`, and the other way round.
  void other_connectives();
  /// `!(a > 0)` for `a <= 0`, which is false for a NaN, too, and for `a < 0`.
  void also_of_nans();
  /// `double norm = 1e30;` for `double norm = 0;` before `while (norm > tolerance)`.
  void never_begins();
  /// The branch without its test, where that lets one in so many pass.
  void each_time();
  /// `<=` for `<` in host code.
  void another_round();
  /// `n % V == 0 && k % V == 0` for `n % V == 0`, with another size of the function.
  void other_multiples();
  /// `t + x < k` for `col < k`, where `[row * k + t + x]` is what it guards.
  void compare_what_is_used(int line);
  /// `row < m && col < n` for `row < m`, around the statement or where threads leave before it: a
  /// thread's other index compared as the ones that are.
  void one_more_comparison(int line);

 private:
  Range find_condition(const Statement& s) const;
  void compare_otherwise(const Function& f, bool less, bool more);
  void lower_limits(Range condition, bool leaves);
  void compare_by(std::size_t op, const std::string& by, std::size_t open, std::size_t close);
  void extend(const Function& f, Range condition, bool leaves);
  std::vector<std::string> indices_of_threads(const Function& f) const;
};

}  // namespace warpgrade::remedy
