#include "score/points.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/fault.h"

namespace warpgrade {

std::string Points::text() const {
  const long long whole = n_ / 100, rest = std::abs(n_ % 100);
  std::string text = n_ < 0 && whole == 0 ? "-0" : std::to_string(whole);
  if (rest == 0) return text;
  text += '.';
  text += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) text += static_cast<char>('0' + rest % 10);
  return text;
}

Points share_of_points(Points total, double share) {
  if (!(share > 0)) return {};  // also for NaN
  if (share >= 1) return total;
  return Points::hundredths(std::llround(static_cast<double>(total.hundredths()) * share));
}

std::vector<Points> split(Points total, const std::vector<double>& weights) {
  if (weights.empty()) return {};
  for (double weight : weights)
    if (!(weight >= 0) || std::isinf(weight))
      throw GraderError("a weight is " + std::to_string(weight),
                        "Weights must be finite numbers that are not negative.");

  const double largest = *std::max_element(weights.begin(), weights.end());
  const std::size_t count = weights.size();
  // Divide by the largest weight, so that the sum of huge weights stays finite.
  std::vector<double> relative(count, 1.0);
  if (largest > 0)
    std::transform(weights.begin(), weights.end(), relative.begin(),
                   [=](double weight) { return weight / largest; });
  const double sum = std::accumulate(relative.begin(), relative.end(), 0.0);

  std::vector<long long> parts(count);
  std::vector<double> remainders(count);
  long long left = total.hundredths();
  for (std::size_t i = 0; i < count; ++i) {
    const double exact = static_cast<double>(total.hundredths()) * relative[i] / sum;
    parts[i] = static_cast<long long>(std::floor(exact));
    remainders[i] = exact - std::floor(exact);
    left -= parts[i];
  }

  // The hundredths left over by rounding down, fewer than there are parts, go to the largest
  // remainders; on ties to the earlier part, so that equal weights always give the same split.
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (std::size_t i = 0; left > 0; i = (i + 1) % count, --left) ++parts[order[i]];

  std::vector<Points> result;
  result.reserve(count);
  for (long long part : parts) result.push_back(Points::hundredths(part));
  return result;
}

}  // namespace warpgrade
