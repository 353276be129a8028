#include "measure/frame.h"

#include <algorithm>
#include <numeric>

#include "measure/ratio.h"

namespace warpgrade {
namespace {

/// An honest program is not charged for messages that take longer than when the frame was looked
/// at, nor for our own work's being slower.
constexpr double late_message = 10e-6;
constexpr double slower = 1.15;

/// A claim of nothing, or of less, cannot be raised in proportion.
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

double claims_fall_short(const std::vector<Window>& windows, const Frame& frame) {
  std::vector<double> factors;
  for (const Window& window : windows) {
    const double sum = std::accumulate(window.claimed.begin(), window.claimed.end(), 0.0);
    const auto calls = static_cast<double>(window.claimed.size());
    const double bound =
        window.seconds - slower * (frame.window + calls * frame.call) - late_message;
    // Written so that a NaN is a claim of nothing.
    factors.push_back(bound / (sum > least_claim ? sum : least_claim));
  }
  return std::max(1.0, median(factors));
}

}  // namespace warpgrade
