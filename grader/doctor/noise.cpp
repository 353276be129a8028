#include "doctor/noise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warpgrade::doctor {
namespace {

/// With linear interpolation.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

std::optional<Noise> measure_noise(const std::vector<double>& seconds) {
  constexpr std::size_t compared = 5;  // times per workload
  if (seconds.size() < 2 * compared) return std::nullopt;
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  if (!(sorted.front() > 0)) return std::nullopt;
  Noise noise;
  noise.seconds = quantile(sorted, 0.5);
  noise.spread = (quantile(sorted, 0.9) - quantile(sorted, 0.1)) / noise.seconds;
  for (std::size_t at = 0; at + 2 * compared <= seconds.size(); at += 2 * compared) {
    std::vector<double> one, other;
    for (std::size_t i = 0; i < compared; ++i) {
      one.push_back(seconds[at + 2 * i]);
      other.push_back(seconds[at + 2 * i + 1]);
    }
    noise.ratio = std::max(noise.ratio, std::abs(median(one) / median(other) - 1));
  }
  return noise;
}

}  // namespace warpgrade::doctor
