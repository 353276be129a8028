#include "score/speed_points.h"

#include <algorithm>

namespace warpgrade {
namespace {

/// With finer steps, the same work would earn different points from day to day.
Points step_size(Points most) { return std::min(Points::hundredths(50), most); }

/// A share that misses a step by less than this only does so by rounding.
constexpr double rounding = 1e-9;

}  // namespace

Points points_at(const Curve& curve, Points most, double ratio) {
  const double share = curve.share(ratio);
  if (share >= 1) return most;
  const long long size = step_size(most).hundredths();
  if (size <= 0) return {};
  const double exact = share * static_cast<double>(most.hundredths());
  const auto steps = static_cast<long long>(exact / static_cast<double>(size) + rounding);
  return Points::hundredths(steps * size);
}

SpeedPoints speed_points(const Curve& curve, Points most, double low, double high) {
  SpeedPoints points{};
  points.earned = points_at(curve, most, low);
  points.open = points_at(curve, most, high) - points.earned;
  points.one_step = points.open > Points{} && points.open <= step_size(most);
  return points;
}

}  // namespace warpgrade
