// Conditions of tests and loops: another connective, one more test, one less.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Conditions : Proposer {
 public:
  using Proposer::Proposer;

  /// `&&` for `||`, and the other way round; in `a || b || c` for all of them.
  void other_connectives();
  /// The same on the way to that line: around it, or before a return.
  void other_connectives_before(int line);
  /// `&&` for `||`, and the other way round, in `… ? … : …` on this line.
  void other_connectives_in_choices(int line);
  /// `a || b` for `a || b || c` before the host returns.
  void fewer_returns();
  /// Removes `if (row + 4 > m || col + 4 > n) continue;`, which skips patches that lie partly
  /// outside.
  void fewer_skips();
  /// `double norm = 1e30;` for `double norm = 0;` before `while (norm > tolerance)`.
  void never_begins();
  /// The branch without its test, where that lets one in so many pass.
  void each_time();
  /// Replaces `n % V == 0` by `n % V == 0 && k % V == 0`, with another size of the function.
  void other_multiples();
  /// Replaces `row < m` by `row < m && col < n`, around the statement or before a return: adds the
  /// comparison of the thread's other index.
  void one_more_comparison(int line);

 private:
  /// The `&&` and `||` of a condition, those in the same brackets together.
  std::vector<std::vector<std::size_t>> joins_by_bracket(Range condition) const;
  void other_connectives_in(const Statement& s);
  void join_otherwise(Range condition, const std::vector<std::size_t>& joins);
  void extend(const Function& f, Range condition, bool leaves);
};

}  // namespace warpgrade::remedy
