#include "score/curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/fault.h"

namespace warpgrade {

Curve::Curve(Knots knots) : knots_(std::move(knots)) {
  if (const std::string wrong = fault(knots_); !wrong.empty())
    throw GraderError("a curve from ratio to points is not usable: " + wrong,
                      "Correct the curve in the lab's lab.json.");
}

std::string Curve::fault(const Knots& knots) {
  if (knots.empty()) return "it has no points; at least one [ratio, share] was expected";
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const auto [ratio, share] = knots[i];
    if (!(ratio >= 0) || std::isinf(ratio))
      return fmt::format("point {}: the ratio {} is not a finite number of 0 or more", i, ratio);
    if (!(share >= 0 && share <= 1))
      return fmt::format("point {}: the share {} does not lie in 0 … 1", i, share);
    if (i == 0) continue;
    if (!(ratio > knots[i - 1].first))
      return fmt::format("point {}: the ratio {} does not rise above {}", i, ratio,
                         knots[i - 1].first);
    if (share < knots[i - 1].second)
      return fmt::format("point {}: the share {} falls below {}, so faster would earn less", i,
                         share, knots[i - 1].second);
  }
  return {};
}

double Curve::share(double ratio) const {
  if (std::isnan(ratio)) throw GraderError("a measured ratio is not a number");
  if (ratio <= knots_.front().first) return knots_.front().second;
  if (ratio >= knots_.back().first) return knots_.back().second;
  const auto above =
      std::upper_bound(knots_.begin(), knots_.end(), ratio,
                       [](double value, const auto& knot) { return value < knot.first; });
  const auto below = above - 1;
  const double t = (ratio - below->first) / (above->first - below->first);
  return std::lerp(below->second, above->second, t);
}

double Curve::full_at() const {
  const auto first = std::find_if(knots_.begin(), knots_.end(), [&](const auto& knot) {
    return knot.second >= knots_.back().second;
  });
  return first->first;
}

}  // namespace warpgrade
