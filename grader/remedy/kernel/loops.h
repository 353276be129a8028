// Changes to loops: the condition and the step of an endless one, and what each round has to
// compute.
#pragma once

#include <string>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Loops : Proposer {
 public:
  using Proposer::Proposer;

  /// Replaces `h < n` by `h - t < n`, the same for all threads of the block, in a loop with a
  /// barrier that begins at `start + t`.
  void rounds_of_the_block();
  /// `row = e / n;` before a loop whose step changes `e`: in each round.
  void computed_before();
  /// For the loop that begins on that line.
  void end(int line);

 private:
  void computed_before(const Function& f, const Statement& loop);
  void end_condition(Range condition);
  void signed_counter(Range test);
  void step_otherwise(Range condition, Range step);
  void step(Range old, const std::string& code, const char* cause, const std::string& tested);
};

}  // namespace warpgrade::remedy
