// How many times as fast one program is as another, from samples of both, and how sure that is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpgrade {

/// The middle of the values; 0 where there are none.
double median(std::vector<double> values);

/// The speed of a submission over that of its baseline.
struct SpeedRatio {
  double ratio = 0;
  double low = 0, high = 0;  // the interval that contains the true ratio with near certainty
};

/// Fewer samples of each than these tell little: the interval is then wide.
inline constexpr std::size_t least_samples = 7;

/// Samples of both, taken in turns.
struct SampleRound {
  std::vector<double> submission, baseline;  // seconds a call, all positive
  std::string disturbed;  // why the times of this round say nothing of the code; or ""
};

/// The ratio is the median of all quotients baseline / submission of one round (Hodges and
/// Lehmann's estimate on a logarithmic scale, stratified: what drifts from round to round moves
/// nothing). Its interval lies between two of these quotients, chosen by the normal approximation
/// to the distribution of Mann and Whitney's U at three standard deviations, so that no kind of
/// noise is assumed and looking again after more samples does no harm. It is never narrower than
/// what another process of the same program may differ by. Some round has samples of both.
SpeedRatio speed_ratio(const std::vector<SampleRound>& rounds);

}  // namespace warpgrade
