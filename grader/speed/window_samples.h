// Turns times of windows into times of calls by subtracting the cost of an empty window.
#pragma once

#include <cstddef>
#include <vector>

#include "measure/ratio.h"
#include "speed/timing_setup.h"

namespace warpgrade {

/// The windows of a round. Trusted contenders, in this order: an empty window, the baseline's call
/// (if there is a baseline), and an empty window in the baseline's process (if it runs on the CPU).
class WindowSamples {
 public:
  static constexpr std::size_t empty = 0, baseline = 1, baseline_empty = 2;

  /// `submission`, `grader_windows`: seconds. `setup` is calibrated.
  WindowSamples(const TimingSetup& setup, const std::vector<double>& submission,
                const std::vector<std::vector<double>>& grader_windows)
      : setup_(setup), submission_(submission), grader_windows_(grader_windows) {}

  /// Whether trusted windows took longer than during calibration.
  bool any_slowed() const;

  /// Seconds of calls. If trusted windows were slowed down, those of the calibration replace them.
  SampleRound calls() const;

 private:
  double calibrated_call() const;
  bool is_slowed(std::size_t contender) const;
  const std::vector<double>& usable_windows(std::size_t contender) const;
  std::size_t empty_for_baseline() const;

  const TimingSetup& setup_;
  const std::vector<double>& submission_;
  const std::vector<std::vector<double>>& grader_windows_;
};

}  // namespace warpgrade
