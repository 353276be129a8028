// Any number of Jacobi's sweeps at once, on the device, as explained in spectrum.h. Keeps two
// arrays of n³ doubles, n = N − 2; each iterate borrows a third.
#pragma once

#include "referee/lab_blas.cuh"
#include "referee_grid.cuh"

namespace warpgrade::referee {

/// The eigenvalue 1 − λ of a mode, in parts: (1 − cos pθ)/3 for each of its three numbers.
struct Modes {
  std::size_t n;
  const double* one_less;

  __device__ double rest(std::size_t p, std::size_t q, std::size_t r) const {
    return one_less[p] + one_less[q] + one_less[r];
  }
};

/// The change of the first sweep, n³ values.
static __global__ void first_change(Grid grid, double* to) {
  for (std::size_t e = walk_from(); e < grid.inner_points(); e += walk_step()) {
    const std::size_t at = grid.at_inner(e);
    to[e] = swept(grid, grid.start, at) - static_cast<double>(grid.start[at]);
  }
}

/// (1 + λ + … + λ^(k−1)) · change, mode by mode.
static __global__ void sum_of_powers(Modes modes, double k, const double* change, double* to) {
  const std::size_t n = modes.n;
  for (std::size_t e = walk_from(); e < n * n * n; e += walk_step()) {
    const double rest = modes.rest(e / (n * n), e / n % n, e % n);
    // For the smoothest modes, 1 − λ is small, so it must not be computed by a subtraction.
    const double gone = rest < 1 ? -expm1(k * log1p(-rest)) : 1 - pow(1 - rest, k);
    to[e] = gone / rest * change[e];
  }
}

/// Σ λ^power·change² of a block. λ is the same for all orders of p, q, r: one with p ≤ q ≤ r stands
/// for them.
static __global__ void sum_of_changes(Modes modes, double power, const double* change,
                                      double* sums) {
  const std::size_t n = modes.n;
  const auto square = [&](std::size_t p, std::size_t q, std::size_t r) {
    const double amplitude = change[(p * n + q) * n + r];
    return amplitude * amplitude;
  };
  double sum = 0;
  for (std::size_t e = walk_from(); e < n * n * n; e += walk_step()) {
    const std::size_t p = e / (n * n), q = e / n % n, r = e % n;
    if (p > q || q > r) continue;
    const double all = square(p, q, r) + square(p, r, q) + square(q, p, r) + square(q, r, p) +
                       square(r, p, q) + square(r, q, p);
    const int same = p == r ? 6 : p == q || q == r ? 2 : 1;  // the number of orders
    sum += pow(1 - modes.rest(p, q, r), power) * all / same;
  }
  const double total = block_sum(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

/// The start, plus `sums` where there are no walls. `to`: N³ values.
static __global__ void add_to_start(Grid grid, const double* sums, double* to) {
  const std::size_t N = grid.N, n = grid.inner();
  for (std::size_t at = walk_from(); at < grid.points(); at += walk_step()) {
    const std::size_t i = at / (N * N), j = at / N % N, k = at % N;
    const auto inside = [N](std::size_t x) { return x > 0 && x + 1 < N; };
    const double added =
        inside(i) && inside(j) && inside(k) ? sums[((i - 1) * n + j - 1) * n + k - 1] : 0;
    to[at] = static_cast<double>(grid.start[at]) + added;
  }
}

/// For grids with points that are not walls.
class Spectrum {
 public:
  explicit Spectrum(const Grid& grid) : grid_(grid), n_(grid.inner()) {
    constexpr double pi = 3.14159265358979323846;
    const double theta = pi / static_cast<double>(n_ + 1);
    const double scale = std::sqrt(2 / static_cast<double>(n_ + 1));
    std::vector<double> table(n_ * n_ + n_);
    for (std::size_t p = 0; p < n_; ++p) {
      for (std::size_t x = 0; x < n_; ++x) {
        const std::size_t turns = (p + 1) * (x + 1) % (2 * (n_ + 1));
        table[p * n_ + x] = scale * std::sin(theta * static_cast<double>(turns));
      }
      const double half = std::sin(theta * static_cast<double>(p + 1) / 2);
      table[n_ * n_ + p] = 2 * half * half / 3;
    }
    sines_ = table_.room<double>(table.size());
    check_cuda(
        cudaMemcpy(sines_, table.data(), table.size() * sizeof(double), cudaMemcpyHostToDevice),
        "a table of sines");
    const std::size_t count = grid.inner_points();
    change_ = memory_.room<double>(2 * count);
    other_ = change_ + count;
    first_change<<<blocks_for(count), threads_of_block>>>(grid_, other_);
    check_launch("the first sweep");
    transform(other_, change_);
  }

  /// The start after `count` sweeps, into `to`, N³.
  void iterate(long long count, double* to) {
    sum_of_powers<<<blocks_for(grid_.inner_points()), threads_of_block>>>(
        modes(), static_cast<double>(count), change_, to);
    transform(to, other_);
    add_to_start<<<blocks_for(grid_.points()), threads_of_block>>>(grid_, other_, to);
    check_launch("an iterate");
  }

  double change(long long sweep) {
    const unsigned blocks = blocks_for(grid_.inner_points());
    sum_of_changes<<<blocks, threads_of_block>>>(modes(), 2 * static_cast<double>(sweep - 1),
                                                 change_, sums_.room(blocks));
    check_launch("a sum of changes");
    return sums_.total();
  }

 private:
  Modes modes() const { return {n_, sines_ + n_ * n_}; }

  /// The discrete sine transform of `values`, which is overwritten, along all three axes, into
  /// `other`.
  void transform(double* values, double* other) {
    const std::size_t n = n_, plane = n * n;
    const Matrix sines{sines_, n};
    blas_.product(plane, n, n, As::is, {values, n}, sines, false, {other, n});
    for (std::size_t i = 0; i < n; ++i)
      blas_.product(n, n, n, As::is, sines, {other + i * plane, n}, false, {values + i * plane, n});
    blas_.product(n, plane, n, As::is, sines, {values, plane}, false, {other, plane});
  }

  Grid grid_;
  std::size_t n_;
  Blas blas_;
  Scratch table_, memory_;
  double *sines_ = nullptr, *change_ = nullptr, *other_ = nullptr;
  BlockSums sums_;
};

}  // namespace warpgrade::referee
