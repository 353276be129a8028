// Any number of Jacobi's sweeps at once.
//
// A sweep is u ← G·u + c, so that the change d = u₁ − u₀ of the first one becomes G^(s−1)·d in
// sweep s, and
//     u_k = u₀ + (I + G + … + G^(k−1))·d.
// G takes the mean of six neighbors. On a cube with n points between its walls its eigenvectors
// are products of three sines, and its eigenvalues
//     λ = (cos pθ + cos qθ + cos rθ) / 3,   1 ≤ p, q, r ≤ n,   θ = π/(n + 1)
// (Strang, The Discrete Cosine Transform, SIAM Review 41, 1999, for one dimension; Buzbee, Golub,
// Nielson, On Direct Methods for Solving Poisson's Equations, SIAM J. Numer. Anal. 7, 1970). With d
// in that basis, every u_k is one transform away and every change a sum: Σ λ^(2(s−1))·d̂².
// The transform is three matrix products, 6·n⁴ operations, whatever k is.
#pragma once

#include "grid.h"

namespace warpgrade::poisson {

class Spectrum {
 public:
  Spectrum(const Grid& grid, const Values& start);

  /// The start after `count` sweeps.
  Values iterate(long long count) const;

  /// The sum of squares of the changes in sweep number `sweep`, from 1. It never increases, since
  /// every |λ| < 1.
  double change(long long sweep) const;

 private:
  /// The discrete sine transform along all three axes, which is its own inverse.
  Values transform(Values values) const;
  /// The index of a mode.
  std::size_t at(std::size_t p, std::size_t q, std::size_t r) const {
    return (p * n_ + q) * n_ + r;
  }

  Grid grid_;
  const Values& start_;
  std::size_t n_;
  Values sines_;     // n×n
  Values one_less_;  // (1 − cos pθ) / 3
  Values change_;    // of the first sweep, transformed
  Values energy_;    // its squares, those of all orders of p, q, r added up where p ≤ q ≤ r
};

}  // namespace warpgrade::poisson
