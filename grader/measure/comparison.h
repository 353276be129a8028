// Measures a submission against its baseline until the ratio decides, or the budget is used up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/ratio.h"

namespace warpgrade {

struct Budget {
  int least_rounds = 1;  // each in a process of its own
  int most_rounds = 8;
  double seconds = 40;  // no further round after so long
  double slow = 6;      // and none that is not needed after so long
};

struct Comparison {
  SpeedRatio speed;  // all 0 where no round was of use
  std::vector<SampleRound> useful;
  int rounds = 0;         // with those that were set aside
  std::string disturbed;  // why the last one that was set aside was

  /// Of all useful rounds.
  std::vector<double> submission() const;
  std::vector<double> baseline() const;
  bool decided = false;
};

/// `measure` takes a round; `decides` says whether an interval leaves no doubt. What `measure`
/// throws ends it.
Comparison compare(const std::function<SampleRound()>& measure,
                   const std::function<bool(const SpeedRatio&)>& decides,
                   const Budget& budget = {});

}  // namespace warpgrade
