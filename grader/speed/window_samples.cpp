#include "speed/window_samples.h"

#include <algorithm>

#include "measure/slowdown.h"

namespace warpgrade {
namespace {

/// The share of the baseline's call by which trusted windows may take longer next to the
/// submission's. Host memory copies vary that much.
constexpr double tolerated_on_device = 0.02, tolerated_on_host = 0.25;

/// No window is charged less: times below the clock's resolution are refused later as implausible.
constexpr double least_seconds = 1e-9;

std::vector<double> without_overhead(const std::vector<double>& windows,
                                     const std::vector<double>& empty_windows) {
  const double overhead = median(empty_windows);
  std::vector<double> seconds;
  for (const double window : windows) seconds.push_back(std::max(least_seconds, window - overhead));
  return seconds;
}

}  // namespace

/// An empty window costs another time on the CPU than on the device.
std::size_t WindowSamples::empty_for_baseline() const {
  return setup_.baseline->gpu ? empty : baseline_empty;
}

/// Seconds of the baseline's call during calibration.
double WindowSamples::calibrated_call() const {
  const auto& seconds = setup_.calibration->seconds;
  if (setup_.baseline == nullptr) return setup_.floor;
  return median(seconds[baseline]) - median(seconds[empty_for_baseline()]);
}

bool WindowSamples::is_slowed(std::size_t contender) const {
  const double tolerated = setup_.workload.on_device() ? tolerated_on_device : tolerated_on_host;
  return slowed(grader_windows_[contender], setup_.calibration->seconds[contender],
                tolerated * calibrated_call());
}

bool WindowSamples::any_slowed() const {
  for (std::size_t contender = 0; contender < grader_windows_.size(); ++contender)
    if (is_slowed(contender)) return true;
  return false;
}

const std::vector<double>& WindowSamples::usable_windows(std::size_t contender) const {
  return is_slowed(contender) ? setup_.calibration->seconds[contender] : grader_windows_[contender];
}

SampleRound WindowSamples::calls() const {
  SampleRound round;
  round.submission = without_overhead(submission_, usable_windows(empty));
  if (setup_.baseline == nullptr)
    round.baseline.assign(round.submission.size(), setup_.floor);
  else
    round.baseline =
        without_overhead(usable_windows(baseline), usable_windows(empty_for_baseline()));
  return round;
}

}  // namespace warpgrade
