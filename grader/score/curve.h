// Maps a speed ratio to a share of the points.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

/// A piecewise-linear curve through (ratio, share of the points), clamped at its ends. Ratios are
/// the student's speed divided by the baseline's.
class Curve {
 public:
  using Knots = std::vector<std::pair<double, double>>;

  /// Throws GraderError with the message of `fault`.
  explicit Curve(Knots knots);

  /// The mistake in `knots`, e.g. "point 2: the ratio 0.5 does not rise above 0.8", or "". Ratios
  /// must rise and not be negative; shares must be in 0 … 1 and never fall, so that faster never
  /// earns less.
  static std::string fault(const Knots& knots);

  /// Throws GraderError if `ratio` is NaN: a failed measurement is not a slow kernel.
  double share(double ratio) const;

  /// The smallest ratio that earns the full share.
  double full_at() const;

 private:
  Knots knots_;
};

}  // namespace warpgrade
