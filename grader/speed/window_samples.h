// From windows to seconds of calls: what a window costs by itself is taken off.
#pragma once

#include <cstddef>
#include <vector>

#include "measure/ratio.h"
#include "speed/timing_setup.h"

namespace warpgrade {

/// The windows of a round. Those of ours are, in this order: of nothing at all, of the baseline's
/// call, and of nothing in the baseline's process; the second and third only where there are such.
class WindowSamples {
 public:
  static constexpr std::size_t nothing = 0, theirs = 1, their_nothing = 2;

  /// `submission`, `ours`: seconds. `setup` knows those of ours when they were alone.
  WindowSamples(const TimingSetup& setup, const std::vector<double>& submission,
                const std::vector<std::vector<double>>& ours)
      : setup_(setup), submission_(submission), ours_(ours) {}

  /// Whether the submission has slowed ours down.
  bool any_slowed() const;

  /// Seconds of calls. Where windows of ours were slowed down those alone take their place.
  SampleRound calls() const;

 private:
  double call_alone() const;
  bool is_slowed(std::size_t contender) const;
  const std::vector<double>& windows_of(std::size_t contender) const;
  std::size_t nothing_of_baseline() const;

  const TimingSetup& setup_;
  const std::vector<double>& submission_;
  const std::vector<std::vector<double>>& ours_;
};

}  // namespace warpgrade
