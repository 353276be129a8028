#include "grid.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace warpgrade::poisson {

void sweep(const Grid& grid, const Values& old, Values& next) {
  for_each_inner(grid, [&](std::size_t, std::size_t at) {
    next[at] = (neighbors(grid, old, at) + grid.delta2 * grid.f[at]) / 6;
  });
}

Values iterate(const Grid& grid, Values start, long long count) {
  Values next = start;
  for (long long s = 0; s < count; ++s) {
    sweep(grid, start, next);
    start.swap(next);
  }
  return start;
}

double change(const Grid& grid, const Values& old, const Values& next) {
  Values of_plane(grid.N, 0.0);
  for_each_inner(grid, [&](std::size_t i, std::size_t at) {
    const double difference = next[at] - old[at];
    of_plane[i] += difference * difference;
  });
  return std::accumulate(of_plane.begin(), of_plane.end(), 0.0);
}

ErrorBound::ErrorBound(const Grid& grid, double gamma)
    : grid_(grid), gamma_(gamma), error_(grid.points(), 0.0), next_(grid.points(), 0.0) {}

void ErrorBound::sweep(const Values& old) {
  const std::size_t row = grid_.N, plane = grid_.N * grid_.N;
  const auto magnitude = [&](std::size_t at) { return std::fabs(old[at]); };
  for_each_inner(grid_, [&](std::size_t, std::size_t at) {
    const double sum = magnitude(at - plane) + magnitude(at + plane) + magnitude(at - row) +
                       magnitude(at + row) + magnitude(at - 1) + magnitude(at + 1) +
                       std::fabs(grid_.delta2 * grid_.f[at]);
    // The program rounds its own values, which already contain the errors so far.
    next_[at] = ((1 + gamma_) * neighbors(grid_, error_, at) + gamma_ * sum) / 6;
  });
  error_.swap(next_);
}

}  // namespace warpgrade::poisson
