#include "measure/ratio.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warpgrade {
namespace {

/// Times vary by about this much between processes, by memory placement and start time.
constexpr double between_processes = 0.005;

/// Three samples may all be on one side.
constexpr double with_few_samples = 0.25;

constexpr double deviations = 3;

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

SpeedRatio speed_ratio(const std::vector<SampleRound>& rounds) {
  std::vector<double> quotients;
  double variance = 0;  // of U
  std::size_t submission_samples = 0, baseline_samples = 0;
  for (const SampleRound& round : rounds) {
    for (const double seconds : round.submission)
      for (const double other : round.baseline) quotients.push_back(other / seconds);
    const auto n = static_cast<double>(round.submission.size());
    const auto m = static_cast<double>(round.baseline.size());
    variance += n * m * (n + m + 1) / 12;
    submission_samples += round.submission.size();
    baseline_samples += round.baseline.size();
  }
  std::sort(quotients.begin(), quotients.end());
  const std::size_t count = quotients.size();
  SpeedRatio result;
  result.ratio = count % 2 == 1 ? quotients[count / 2]
                                : std::sqrt(quotients[count / 2 - 1] * quotients[count / 2]);
  const double rank = static_cast<double>(count) / 2 - deviations * std::sqrt(variance);
  const std::size_t at = rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1;
  const bool few = std::min(submission_samples, baseline_samples) < least_samples;
  const double wider = 1 + (few ? with_few_samples : between_processes);
  result.low = quotients[at] / wider;
  result.high = quotients[count - 1 - at] * wider;
  return result;
}

}  // namespace warpgrade
