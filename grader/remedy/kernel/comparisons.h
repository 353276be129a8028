// Comparisons in tests and loops: another operator, another limit, another index.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Comparisons : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `<=` by `<` in the conditions around the statement.
  void strict_comparisons(int line);
  /// Replaces `i < n` by `i < n - 1` in all comparisons with that limit, in a test around the
  /// statement or one after which threads return.
  void last_left_out(int line);
  /// The same in all tests of kernels that limit several indices so.
  void last_left_out();
  /// Replaces `<=` by `<` in all tests and loops; in kernels, which are tried first, also the
  /// reverse.
  void other_comparisons();
  /// `!=` for `==`, and the other way round.
  void other_equalities();
  /// `blockIdx.x < blockIdx.y` for `>` between two indices of a thread or block.
  void the_other_way_round();
  /// `if (i < n)` for `if (i > n)` behind a loop in which i goes up to n.
  void behind_counting_loops();
  /// `!(a > 0)` for `a <= 0`, which is false for a NaN, too, and for `a < 0`.
  void also_of_nans();
  /// Replaces `<` by `<=` in host code.
  void another_round();
  /// Replaces `k > N - 2` by `k + 2 > N` in all tests of a kernel where k is unsigned: for N = 1,
  /// N - 2 is a huge number.
  void without_underflow();
  /// Replaces `t * T + x < k` by `t * T + y < k`, if that guards a subscript with `t * T + y`; on
  /// the line, or in the tests around it.
  void compare_as_indexed(int line);
  /// Replaces `col < k` by `t + x < k`, if it guards `[row * k + t + x]`.
  void compare_what_is_used(int line);

 private:
  bool is_unsigned(const Function& f, Range value) const;
  void compare_otherwise(const Function& f, bool less, bool more);
  void lower_limits(Range condition, bool leaves);
  void compare_by(std::size_t op, const std::string& by, std::size_t open, std::size_t close);
};

}  // namespace warpgrade::remedy
