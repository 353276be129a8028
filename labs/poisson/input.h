// The kinds of input: the start, with its walls, and the source.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/reference.h"

namespace warpgrade::poisson {

/// The manufactured solution: sines that are 0 on all walls, and a polynomial of degree 3, for
/// which the difference quotients are exact.
class Manufactured {
 public:
  /// With points `delta` apart from −1 on, N along each axis.
  Manufactured(double delta, std::size_t N);

  /// `sines` scales the sines.
  double value(std::size_t i, std::size_t j, std::size_t k, double sines) const;

  /// −Δ of it.
  double source(std::size_t i, std::size_t j, std::size_t k, double sines) const;

 private:
  double waves(std::size_t i, std::size_t j, std::size_t k, double scale) const;

  std::vector<double> at_;        // coordinates along an axis
  std::vector<double> sines_[3];  // of π, 2π and 3π times each
};

/// The factor on the sines in the solution of the grid's equations.
double on_the_grid(double delta);

/// The values of a kind of input at a point: start (including walls) and δ²·f.
struct Point {
  double u, source;
};

class Input {
 public:
  Input(const Case& c, std::size_t N, Random& random);

  double delta() const { return N_ > 1 ? 2 / static_cast<double>(N_ - 1) : 0; }
  double amplitude() const { return amplitude_; }

  Point point(std::size_t i, std::size_t j, std::size_t k);

 private:
  double share(std::size_t a) const;

  std::string kind_;
  std::size_t N_;
  Random& random_;
  double amplitude_;
  Manufactured solution_;
};

}  // namespace warpgrade::poisson
