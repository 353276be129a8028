// The speed ratio of two programs with its uncertainty, from samples of both.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpgrade {

/// The median; 0 for no values.
double median(std::vector<double> values);

/// The speed of a submission divided by that of its baseline.
struct SpeedRatio {
  double ratio = 0;
  double low = 0, high = 0;  // the interval that contains the true ratio with near certainty
};

/// With fewer samples of each, the interval is wide.
inline constexpr std::size_t least_samples = 7;

/// Samples of both programs, taken in turns.
struct SampleRound {
  std::vector<double> submission, baseline;  // seconds per call, all positive
  std::string disturbed;                     // why the times of this round are unreliable; or ""
};

/// The ratio is the median of all quotients baseline / submission within a round (Hodges and
/// Lehmann's estimate on a logarithmic scale, stratified, so drift between rounds has no effect).
/// Its interval lies between two of these quotients, chosen by the normal approximation to the
/// distribution of Mann and Whitney's U at three standard deviations. So it assumes no kind of
/// noise, and repeated tests after more samples are safe. It is never narrower than the variation
/// between processes of the same program. At least one round must have samples of both.
SpeedRatio speed_ratio(const std::vector<SampleRound>& rounds);

}  // namespace warpgrade
