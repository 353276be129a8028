#include "measure/frame.h"

#include <algorithm>
#include <numeric>

#include "measure/ratio.h"

namespace warpgrade {
namespace {

/// A message may be late, and our own work slower than when it was looked at: what an honest
/// program is never charged for.
constexpr double late_message = 30e-6;
constexpr double slower = 1.25;

/// A claim of nothing cannot be raised in proportion.
constexpr double least_claim = 1e-9;

}  // namespace

Frame frame_of(const std::vector<double>& one, const std::vector<double>& together,
               std::size_t many) {
  Frame frame;
  const double single = median(one), all = median(together);
  if (many > 1) frame.call = std::max(0.0, (all - single) / static_cast<double>(many - 1));
  frame.window = std::max(0.0, single - frame.call);
  return frame;
}

std::vector<double> bounded_times(std::vector<double> claimed, double window, const Frame& frame) {
  for (double& seconds : claimed)
    seconds = seconds > least_claim ? seconds : least_claim;  // a NaN becomes the least as well
  const double sum = std::accumulate(claimed.begin(), claimed.end(), 0.0);
  const auto calls = static_cast<double>(claimed.size());
  const double bound = window - slower * (frame.window + calls * frame.call) - late_message;
  if (bound <= sum) return claimed;
  for (double& seconds : claimed) seconds *= bound / sum;
  return claimed;
}

}  // namespace warpgrade
