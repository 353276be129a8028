#include "measure/comparison.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpgrade {

namespace {

std::vector<double> all(const std::vector<SampleRound>& rounds,
                        std::vector<double> SampleRound::*samples) {
  std::vector<double> values;
  for (const SampleRound& round : rounds)
    values.insert(values.end(), (round.*samples).begin(), (round.*samples).end());
  return values;
}

}  // namespace

std::vector<double> Comparison::submission() const { return all(useful, &SampleRound::submission); }
std::vector<double> Comparison::baseline() const { return all(useful, &SampleRound::baseline); }

Comparison compare(const std::function<SampleRound()>& measure,
                   const std::function<Certainty(const SpeedRatio&)>& judge, const Budget& budget) {
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  Comparison result;
  const auto limit = [&] { return result.useful.empty() ? budget.disturbed : budget.seconds; };
  while (result.rounds < budget.most_rounds && (result.rounds == 0 || spent() < limit())) {
    SampleRound round = measure();
    ++result.rounds;
    if (!round.disturbed.empty() || round.submission.empty() || round.baseline.empty()) {
      result.disturbed = round.disturbed;
      continue;
    }
    result.useful.push_back(std::move(round));
    result.speed = speed_ratio(result.useful);
    result.certainty = judge(result.speed);
    const bool enough =
        static_cast<int>(result.useful.size()) >= budget.least_rounds &&
        std::min(result.submission().size(), result.baseline().size()) >= least_samples;
    if (result.certainty == Certainty::decided && enough) break;
    if (result.certainty != Certainty::open && spent() > budget.slow) break;
  }
  return result;
}

}  // namespace warpgrade
