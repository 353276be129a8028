// Changes to an endless loop: its condition, and what its step changes.
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
  /// For the loop that begins on that line.
  void end(int line);

 private:
  void end_condition(Range condition);
  void signed_counter(Range test);
  void step_otherwise(Range condition, Range step);
  void step(Range old, const std::string& code, const char* cause, const std::string& tested);
};

}  // namespace warpgrade::remedy
