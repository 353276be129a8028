#include "speed/window_samples.h"

#include <algorithm>

#include "measure/slowed.h"

namespace warpgrade {
namespace {

/// By so much of the baseline's call its windows, and empty ones, may become longer beside the
/// submission's: copies from and to the host's memory differ by that as they please.
constexpr double unseen_on_device = 0.02, unseen_on_host = 0.25;

/// A window is never charged less: what lies below is the clock's resolution, and refused later as
/// implausible.
constexpr double least_seconds = 1e-9;

std::vector<double> without(const std::vector<double>& windows,
                            const std::vector<double>& nothings) {
  const double by_itself = median(nothings);
  std::vector<double> seconds;
  for (const double window : windows)
    seconds.push_back(std::max(least_seconds, window - by_itself));
  return seconds;
}

}  // namespace

/// On the CPU a window by itself costs something else than on the device.
std::size_t WindowSamples::nothing_of_baseline() const {
  return setup_.baseline->gpu ? nothing : their_nothing;
}

/// Seconds of the baseline's call, as it is when it is alone.
double WindowSamples::call_alone() const {
  const auto& seconds = setup_.alone->seconds;
  if (setup_.baseline == nullptr) return setup_.floor;
  return median(seconds[theirs]) - median(seconds[nothing_of_baseline()]);
}

bool WindowSamples::is_slowed(std::size_t contender) const {
  const double unseen = setup_.workload.on_device() ? unseen_on_device : unseen_on_host;
  return slowed(ours_[contender], setup_.alone->seconds[contender], unseen * call_alone());
}

bool WindowSamples::any_slowed() const {
  for (std::size_t contender = 0; contender < ours_.size(); ++contender)
    if (is_slowed(contender)) return true;
  return false;
}

const std::vector<double>& WindowSamples::windows_of(std::size_t contender) const {
  return is_slowed(contender) ? setup_.alone->seconds[contender] : ours_[contender];
}

SampleRound WindowSamples::calls() const {
  SampleRound round;
  round.submission = without(submission_, windows_of(nothing));
  if (setup_.baseline == nullptr)
    round.baseline.assign(round.submission.size(), setup_.floor);
  else
    round.baseline = without(windows_of(theirs), windows_of(nothing_of_baseline()));
  return round;
}

}  // namespace warpgrade
