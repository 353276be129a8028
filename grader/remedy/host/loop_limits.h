// Changes to loops of host code that lack a limit.
#pragma once

#include <string>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class LoopLimits : Proposer {
 public:
  using Proposer::Proposer;
  /// Replaces `while (norm > tolerance)` by `while (norm > tolerance && done < max_iterations)`, if
  /// the loop counts `done` and the function does not use its parameter max_iterations there.
  void rounds();
  /// Replaces `while (--left > 0)` by `while (left-- > 0)`, and the other way round.
  void count_after_the_test();
  /// Removes `if (change < 1e-4) break;` from a host loop of a function that returns nothing: the
  /// number of rounds is given.
  void end_by_count_alone();
  /// Replaces `int count = batch;` in `while (done < n)` by the smaller one of that and `n - done`.
  void last_batch();

 private:
  Range condition(const Statement& loop) const;
  std::vector<std::string> counters(const Function& f, const Statement& loop) const;
};

}  // namespace warpgrade::remedy
