#include "measure/compare.h"

#include <algorithm>
#include <chrono>

namespace warpgrade {

Comparison compare(const std::function<SampleRound()>& measure,
                   const std::function<bool(const SpeedRatio&)>& decides, const Budget& budget) {
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  Comparison result;
  int useful = 0;
  while (result.rounds < budget.most_rounds && (result.rounds == 0 || spent() < budget.seconds)) {
    const SampleRound round = measure();
    ++result.rounds;
    if (!round.disturbed.empty() || round.submission.empty() || round.baseline.empty()) {
      ++result.set_aside;
      result.disturbed = round.disturbed;
      continue;
    }
    ++useful;
    result.submission.insert(result.submission.end(), round.submission.begin(),
                             round.submission.end());
    result.baseline.insert(result.baseline.end(), round.baseline.begin(), round.baseline.end());
    result.speed = speed_ratio(result.submission, result.baseline);
    result.decided = decides(result.speed);
    const bool enough = useful >= budget.least_rounds &&
                        std::min(result.submission.size(), result.baseline.size()) >= least_samples;
    if (result.decided && (enough || spent() > budget.slow)) break;
  }
  return result;
}

}  // namespace warpgrade
