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
  double seconds = 15;    // no further round after this time
  double slow = 6;        // no unnecessary round after this time
  double disturbed = 40;  // no further round after this time where none was usable
};

/// What an interval says about the points.
enum class Certainty {
  open,
  one_step,  // they differ by one step at most
  decided,
};

struct Comparison {
  SpeedRatio speed;  // all 0 if no round was usable
  std::vector<SampleRound> useful;
  int rounds = 0;         // including discarded rounds
  std::string disturbed;  // why the last discarded round was discarded

  /// The times of all usable rounds.
  std::vector<double> submission() const;
  std::vector<double> baseline() const;
  Certainty certainty = Certainty::open;
};

/// `measure` measures one round; `judge` returns what an interval says. An exception from `measure`
/// ends the comparison.
Comparison compare(const std::function<SampleRound()>& measure,
                   const std::function<Certainty(const SpeedRatio&)>& judge,
                   const Budget& budget = {});

}  // namespace warpgrade
