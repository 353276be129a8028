// A cube of N×N×N points, and Jacobi's sweep on it.
#pragma once

#include <cstddef>
#include <vector>

#include "base/parallel_for.h"

namespace warpgrade::poisson {

using Values = std::vector<double>;

/// What a sweep needs beside u. Points with an index 0 or N − 1 are walls.
struct Grid {
  std::size_t N = 0;
  double delta2 = 0;
  const Values& f;

  std::size_t at(std::size_t i, std::size_t j, std::size_t k) const { return (i * N + j) * N + k; }
  std::size_t points() const { return N * N * N; }
  /// Points along an edge that are no walls.
  std::size_t inner() const { return N > 2 ? N - 2 : 0; }
};

/// Calls body(i, at) for every point that is no wall: its plane and its place. Planes run on all
/// cores when there are many points, so `body` must not throw, and calls for different planes must
/// not get in each other's way.
template <class Body>
void for_each_inner(const Grid& grid, const Body& body) {
  constexpr std::size_t worth_threads = 1 << 18;
  parallel_for(grid.inner(), grid.points() < worth_threads ? 1 : 0, [&](std::size_t plane) {
    const std::size_t i = plane + 1;
    for (std::size_t j = 1; j + 1 < grid.N; ++j) {
      const std::size_t row = grid.at(i, j, 0);
      for (std::size_t k = 1; k + 1 < grid.N; ++k) body(i, row + k);
    }
  });
}

/// The sum of the six neighbors.
inline double neighbors(const Grid& grid, const Values& u, std::size_t at) {
  const std::size_t row = grid.N, plane = grid.N * grid.N;
  return u[at - plane] + u[at + plane] + u[at - row] + u[at + row] + u[at - 1] + u[at + 1];
}

/// One sweep: `next` gets every value but the walls.
void sweep(const Grid& grid, const Values& old, Values& next);

/// `start` after `count` sweeps.
Values iterate(const Grid& grid, Values start, long long count);

/// The sum of the squares of the differences.
double change(const Grid& grid, const Values& old, const Values& next);

/// How far a program in floating point may be from the iterate. One sweep commits at each point a
/// local error of at most
///     γ · (the mean of the neighbors' magnitudes + δ²·|f|/6)
/// (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., §3.1; γ belongs to the longest
/// chain of roundings that a term goes through), and passes on the mean of the neighbors' errors:
/// an average, whose maximum norm is at most 1. So the errors of k sweeps add up and never grow.
class ErrorBound {
 public:
  ErrorBound(const Grid& grid, double gamma);
  /// Goes on by the sweep that starts from `old`.
  void sweep(const Values& old);
  const Values& values() const { return error_; }

 private:
  const Grid& grid_;
  double gamma_;
  Values error_;
  Values next_;
};

}  // namespace warpgrade::poisson
