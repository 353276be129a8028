#include "model/variant_result.h"

#include <algorithm>

namespace warpgrade {

CallTimes summarized(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(samples.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    return samples[below] +
           (place - static_cast<double>(below)) * (samples[above] - samples[below]);
  };
  return {samples.size(), at(0.25), at(0.75), samples.front(), samples.back()};
}

}  // namespace warpgrade
