// Measures a submission against its baseline until the ratio is decided or the budget is used up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/ratio.h"

namespace warpgrade {

struct Budget {
  int least_rounds = 1;  // each round has a process of its own
  int most_rounds = 8;
  double seconds = 40;  // no further round after this time
  double slow = 6;      // no unnecessary round after this time
};

struct Comparison {
  SpeedRatio speed;  // all 0 if no round was usable
  std::vector<SampleRound> useful;
  int rounds = 0;         // including discarded rounds
  std::string disturbed;  // why the last discarded round was discarded

  /// The times of all usable rounds.
  std::vector<double> submission() const;
  std::vector<double> baseline() const;
  bool decided = false;
};

/// `measure` measures one round; `decides` returns whether an interval is decisive. An exception
/// from `measure` ends the comparison.
Comparison compare(const std::function<SampleRound()>& measure,
                   const std::function<bool(const SpeedRatio&)>& decides,
                   const Budget& budget = {});

}  // namespace warpgrade
