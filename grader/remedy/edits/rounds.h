// Changes to what a round of a loop gets from the rounds before it.
#pragma once

#include "remedy/edits/edits.h"

namespace warpgrade::remedy {

class Rounds : Edits {
 public:
  using Edits::Edits;

  /// `left = here;` before `here = right;`, or at the end of the loop, for a number from before the
  /// loop that it reads and never sets.
  void handed_on();
  /// `x[q]` in place of `column[q * n]`, where the outer loop stores `x[r]` and the inner one runs
  /// over q < r.
  void computed_elements();

 private:
  void handed_on(const Function& f, const Statement& loop, const Declared& kept);
  void computed_elements(const Statement& outer, const Statement& inner, const std::string& array);
};

}  // namespace warpgrade::remedy
