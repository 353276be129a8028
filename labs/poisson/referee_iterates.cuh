// The iterates of a start and the change of each sweep, sweep by sweep or by transform, as the
// reference chooses; and when a program may stop, by reference.cpp's find_stop().
#pragma once

#include <algorithm>
#include <utility>

#include "referee_grid.cuh"
#include "referee_spectrum.cuh"

namespace warpgrade::referee {

class Iterates {
 public:
  virtual ~Iterates() = default;
  /// The sum of squares of the changes in sweep `number`, from 1.
  virtual double change(long long number) = 0;
  /// Stores u after `count` sweeps in `to`, N³ values. `count` must not decrease from call to call.
  virtual void u(long long count, double* to) = 0;
};

class Swept : public Iterates {
 public:
  /// With the error bound, γ per sweep; without it for gamma = 0. Only one of change() and u() may
  /// be called.
  Swept(const Grid& grid, double gamma) : grid_(grid), gamma_(gamma) {
    const std::size_t points = grid.points();
    now_ = memory_.room<double>((gamma > 0 ? 4 : 2) * points);
    next_ = now_ + points;
    for (double* each : {now_, next_})
      copy_start<<<blocks_for(points), threads_of_block>>>(grid, each);
    if (gamma == 0) return;
    error_ = next_ + points;
    next_error_ = error_ + points;
    check_cuda(cudaMemset(error_, 0, 2 * points * sizeof(double)), "the bound");
  }

  double change(long long number) override {
    while (static_cast<long long>(changes_.size()) < number) {
      const unsigned blocks = blocks_for(grid_.inner_points());
      step(sums_.room(blocks));
      changes_.push_back(grid_.inner() > 0 ? sums_.total() : 0);
    }
    return changes_[static_cast<std::size_t>(number - 1)];
  }

  void u(long long count, double* to) override {
    while (done_ < count) step(nullptr);
    check_cuda(cudaMemcpyAsync(to, now_, grid_.points() * sizeof(double), cudaMemcpyDeviceToDevice),
               "an iterate");
  }

  const double* error() const { return error_; }

 private:
  void step(double* changes) {
    ++done_;
    if (grid_.inner() == 0) return;
    const unsigned blocks = blocks_for(grid_.inner_points());
    if (gamma_ > 0) {
      sweep_bound<<<blocks, threads_of_block>>>(grid_, gamma_, now_, error_, next_error_);
      std::swap(error_, next_error_);
    }
    sweep<<<blocks, threads_of_block>>>(grid_, now_, next_, changes);
    check_launch("a sweep");
    std::swap(now_, next_);
  }

  Grid grid_;
  double gamma_;
  Scratch memory_;
  double *now_ = nullptr, *next_ = nullptr, *error_ = nullptr, *next_error_ = nullptr;
  BlockSums sums_;
  std::vector<double> changes_;
  long long done_ = 0;
};

class Transformed : public Iterates {
 public:
  explicit Transformed(const Grid& grid) : spectrum_(grid) {}
  double change(long long number) override { return spectrum_.change(number); }
  void u(long long count, double* to) override { spectrum_.iterate(count, to); }

 private:
  Spectrum spectrum_;
};

/// Whether the reference sweeps (its Iterates); otherwise it transforms, and has another bound.
inline bool reference_sweeps(const Grid& grid, long long most) {
  constexpr double direct_work = 1e7;  // updates of points
  const auto k = static_cast<double>(most);
  return !(k > static_cast<double>(grid.inner()) / 2 &&
           k * static_cast<double>(grid.points()) > direct_work);
}

/// The number of sweeps when a program stops: minimum, by exact arithmetic, maximum.
struct Stop {
  long long low, exact, high;
};

/// The first sweep from 1 to `most` for which `holds`, which then holds for all later ones; or
/// `most` + 1. Tests only a few, starting at `near`.
template <class Holds>
long long first_that(long long most, long long near, const Holds& holds) {
  long long low = 0, high = most + 1;  // does not hold, holds
  near = std::max(1LL, std::min(near, most));
  const bool down = holds(near);
  (down ? high : low) = near;
  for (long long step = 1; high - low > 1; step *= 2) {
    const long long next = down ? high - step : low + step;
    if (next <= low || next >= high) break;
    const bool there = holds(next);
    (there ? high : low) = next;
    if (there != down) break;
  }
  while (high - low > 1) {
    const long long middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

inline Stop find_stop(const Grid& grid, Iterates& iterates, long long most, double tolerance,
                      double gamma, double size) {
  if (most == 0 || tolerance < 0) return {most, most, most};
  const double root_of_points = std::sqrt(static_cast<double>(grid.points()));
  const double rho = root_of_points * gamma * size;
  const double eta = 4 * root_of_points * Facts::unit_roundoff();
  const auto first = [&](double sign, long long near) {
    return first_that(most, near, [&](long long s) {
      const double root = std::max(0.0, std::sqrt(iterates.change(s)) + sign * rho);
      return root * root * (1 + sign * eta) <= tolerance;
    });
  };
  const long long exact = first(0, 1);
  Stop stop{first(-1, exact), exact, first(1, exact)};
  if (grid.inner() == 0) stop.low = stop.high = stop.exact;  // nothing is rounded
  if (sizeof(real) == 4 && grid.inner() > 0) {
    if (stop.low > 1 && stop.low <= most) --stop.low;
    ++stop.high;
  }
  return {std::min(stop.low, most), std::min(stop.exact, most), std::min(stop.high, most)};
}

}  // namespace warpgrade::referee
