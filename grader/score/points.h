// Points: decimal numbers with two places, added exactly.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace warpgrade {

/// A number of points, stored in hundredths so that sums are exact.
class Points {
 public:
  constexpr Points() = default;
  static constexpr Points hundredths(long long n) { return Points(n); }

  constexpr long long hundredths() const { return n_; }
  constexpr double value() const { return static_cast<double>(n_) / 100; }

  /// "12", "12.5" or "12.25".
  std::string text() const;

  constexpr Points operator+(Points other) const { return Points(n_ + other.n_); }
  constexpr Points operator-(Points other) const { return Points(n_ - other.n_); }
  constexpr Points& operator+=(Points other) {
    n_ += other.n_;
    return *this;
  }
  constexpr auto operator<=>(const Points&) const = default;

 private:
  explicit constexpr Points(long long n) : n_(n) {}
  long long n_ = 0;
};

/// `total` times `share` (clamped to 0 … 1), rounded to the nearest hundredth.
Points share_of_points(Points total, double share);

/// Splits `total` in proportion to `weights` (not negative) by the largest remainder, so that the
/// parts sum exactly. If all weights are zero, the parts are equal; without weights there are no
/// parts.
std::vector<Points> split(Points total, const std::vector<double>& weights);

}  // namespace warpgrade
