#include "spectrum.h"

#include <algorithm>
#include <cmath>

#include <numbers>
#include <numeric>
#include "base/blas.h"

namespace warpgrade::poisson {

Spectrum::Spectrum(const Grid& grid, const Values& start)
    : grid_(grid), start_(start), n_(grid.inner()), sines_(n_ * n_), one_less_(n_) {
  const double theta = std::numbers::pi / static_cast<double>(n_ + 1);
  const double scale = std::sqrt(2 / static_cast<double>(n_ + 1));
  for (std::size_t p = 0; p < n_; ++p) {
    for (std::size_t x = 0; x < n_; ++x) {
      // The product is reduced modulo the period, so that the sine's argument stays small and
      // exact.
      const std::size_t turns = (p + 1) * (x + 1) % (2 * (n_ + 1));
      sines_[p * n_ + x] = scale * std::sin(theta * static_cast<double>(turns));
    }
    const double half = std::sin(theta * static_cast<double>(p + 1) / 2);
    one_less_[p] = 2 * half * half / 3;
  }
  Values next = start;
  sweep(grid, start, next);
  Values first(n_ * n_ * n_);
  for (std::size_t i = 0, inner = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t k = 0; k < n_; ++k, ++inner) {
        const std::size_t at = grid.at(i + 1, j + 1, k + 1);
        first[inner] = next[at] - start[at];
      }
    }
  }
  change_ = transform(std::move(first));
  energy_.assign(change_.size(), 0.0);
  for (std::size_t p = 0; p < n_; ++p) {
    for (std::size_t q = 0; q < n_; ++q) {
      for (std::size_t r = 0; r < n_; ++r) {
        const auto [least, most] = std::minmax({p, q, r});
        const double amplitude = change_[at(p, q, r)];
        energy_[at(least, p + q + r - least - most, most)] += amplitude * amplitude;
      }
    }
  }
}

Values Spectrum::transform(Values values) const {
  if (n_ == 0) return values;
  const int n = static_cast<int>(n_);
  const int plane = n * n;
  Values other(values.size());
  multiply(CblasNoTrans, CblasNoTrans, plane, n, n, values.data(), n, sines_.data(), n,
           other.data(), n);
  for (std::size_t i = 0; i < n_; ++i) {
    multiply(CblasNoTrans, CblasNoTrans, n, n, n, sines_.data(), n, other.data() + i * n_ * n_, n,
             values.data() + i * n_ * n_, n);
  }
  multiply(CblasNoTrans, CblasNoTrans, n, plane, n, sines_.data(), n, values.data(), plane,
           other.data(), plane);
  return other;
}

Values Spectrum::iterate(long long count) const {
  const auto k = static_cast<double>(count);
  Values sums(change_.size());
  parallel_for(n_, 0, [&](std::size_t p) {
    for (std::size_t q = 0; q < n_; ++q) {
      for (std::size_t r = 0; r < n_; ++r) {
        // For the smoothest modes, 1 − λ is small, so it must not be computed by a subtraction.
        const double rest = one_less_[p] + one_less_[q] + one_less_[r];
        // 1 + λ + … + λ^(k−1) = (1 − λ^k) / (1 − λ)
        const double gone =
            rest < 1 ? -std::expm1(k * std::log1p(-rest)) : 1 - std::pow(1 - rest, k);
        sums[at(p, q, r)] = gone / rest * change_[at(p, q, r)];
      }
    }
  });
  sums = transform(std::move(sums));
  Values u = start_;
  for (std::size_t i = 0, inner = 0; i < n_; ++i) {
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t k0 = 0; k0 < n_; ++k0, ++inner)
        u[grid_.at(i + 1, j + 1, k0 + 1)] += sums[inner];
    }
  }
  return u;
}

double Spectrum::change(long long sweep) const {
  const auto power = 2 * static_cast<double>(sweep - 1);
  Values of_plane(n_, 0.0);
  parallel_for(n_, 0, [&](std::size_t p) {
    double sum = 0;
    for (std::size_t q = p; q < n_; ++q) {
      for (std::size_t r = q; r < n_; ++r) {
        const double lambda = 1 - (one_less_[p] + one_less_[q] + one_less_[r]);
        sum += std::pow(lambda, power) * energy_[at(p, q, r)];
      }
    }
    of_plane[p] = sum;
  });
  return std::accumulate(of_plane.begin(), of_plane.end(), 0.0);
}

}  // namespace warpgrade::poisson
