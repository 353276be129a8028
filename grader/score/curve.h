// From a speed ratio to a share of the points.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

/// A piecewise-linear curve through (ratio, share of the points), clamped to its first and last
/// share outside. Ratios are the student's speed over the baseline's.
class Curve {
 public:
  using Knots = std::vector<std::pair<double, double>>;

  /// Throws GraderError with what `fault` says.
  explicit Curve(Knots knots);

  /// What is wrong with `knots`, e.g. "point 2: the ratio 0.5 does not rise above 0.8", or "".
  /// Ratios must rise and be positive or zero, shares lie in 0 … 1 and never fall: faster may not
  /// earn less.
  static std::string fault(const Knots& knots);

  /// Throws GraderError where `ratio` is not a number: a measurement that failed is no slow kernel.
  double share(double ratio) const;

  /// The smallest ratio that earns everything this curve can give.
  double full_at() const;

 private:
  Knots knots_;
};

}  // namespace warpgrade
