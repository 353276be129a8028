// A sweep of Jacobi's iteration for A·x = b, as an affine map: x ← M·x + c, with M = −D⁻¹(L + U),
// c = D⁻¹b and D the diagonal of A.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace warpgrade::jacobi {

using Values = std::vector<double>;

/// A·x + c for a row-major n×n matrix.
Values affine(int n, const Values& a, const Values& x, Values c);

Values magnitudes(Values values);

struct Sweep {
  int n = 0;
  Values m;  // n×n, zero diagonal
  Values c;

  Values operator()(const Values& x) const { return affine(n, m, x, c); }

  /// x after `count` sweeps from 0.
  Values iterate(long long count) const {
    Values x(c.size(), 0.0);
    for (long long sweep = 0; sweep < count; ++sweep) x = (*this)(x);
    return x;
  }
};

/// The sweep of A·x = b; of Aᵀ·x = b if `columns`.
Sweep make_sweep(int n, const Values& a, const Values& b, bool columns = false);

/// x after k sweeps from 0, by log₂ k matrix products in place of k sweeps.
Values iterate_by_doubling(Sweep power, long long k);

/// The inverse of I − M, or nothing if that is singular.
std::optional<Values> inverse_of_difference(const Sweep& sweep);

}  // namespace warpgrade::jacobi
