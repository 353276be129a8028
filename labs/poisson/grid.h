// A 3D grid of N×N×N points, and Jacobi's sweep on it.
#pragma once

#include <cstddef>
#include <vector>

#include "base/parallel_for.h"

namespace warpgrade::poisson {

using Values = std::vector<double>;

/// The data for a sweep, besides u. Points with an index 0 or N − 1 are walls.
struct Grid {
  std::size_t N = 0;
  double delta2 = 0;
  const Values& f;

  std::size_t at(std::size_t i, std::size_t j, std::size_t k) const { return (i * N + j) * N + k; }
  std::size_t points() const { return N * N * N; }
  /// Points along an edge that are not walls.
  std::size_t inner() const { return N > 2 ? N - 2 : 0; }
};

/// Calls body(i, at) for every point that is not a wall, with its plane and its offset. With many
/// points, planes run on all cores, so `body` must not throw, and calls for different planes must
/// be independent.
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

/// One sweep: computes every value of `next` except the walls.
void sweep(const Grid& grid, const Values& old, Values& next);

/// `start` after `count` sweeps.
Values iterate(const Grid& grid, Values start, long long count);

/// The sum of the squares of the differences.
double change(const Grid& grid, const Values& old, const Values& next);

/// The possible distance of a program in floating point from the iterate. One sweep has at each
/// point a local error of at most γ · (the mean of the neighbors' magnitudes + δ²·|f|/6) (Higham,
/// Accuracy and Stability of Numerical Algorithms, 2nd ed., §3.1; γ is for the longest chain of
/// roundings of a term), and passes on the mean of the neighbors' errors: an average, whose maximum
/// norm is at most 1. So the errors of k sweeps add up and are never amplified.
class ErrorBound {
 public:
  ErrorBound(const Grid& grid, double gamma);
  /// Advances by the sweep that starts from `old`.
  void sweep(const Values& old);
  const Values& values() const { return error_; }

 private:
  const Grid& grid_;
  double gamma_;
  Values error_;
  Values next_;
};

}  // namespace warpgrade::poisson
