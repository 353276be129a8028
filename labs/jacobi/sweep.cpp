#include "sweep.h"

#include <cmath>
#include <utility>

#include "base/blas.h"

// LAPACK: LU factorisation with partial pivoting, and the inverse from it. Column-major; for a
// row-major matrix they compute the inverse of the transpose, whose row-major form is what we want.
extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetri_(const int* n, double* a, const int* lda, const int* pivots, double* work,
             const int* lwork, int* info);
}

namespace warpgrade::jacobi {

Values affine(int n, const Values& a, const Values& x, Values c) {
  if (n > 0)
    cblas_dgemv(CblasRowMajor, CblasNoTrans, n, n, 1.0, a.data(), n, x.data(), 1, 1.0, c.data(), 1);
  return c;
}

Values magnitudes(Values values) {
  for (double& value : values) value = std::fabs(value);
  return values;
}

Sweep make_sweep(int n, const Values& a, const Values& b, bool columns) {
  const auto size = static_cast<std::size_t>(n);
  Sweep sweep{n, Values(a.size()), Values(b.size())};
  for (std::size_t i = 0; i < size; ++i) {
    const double diagonal = a[i * size + i];
    for (std::size_t j = 0; j < size; ++j) {
      sweep.m[i * size + j] =
          i == j ? 0 : -(columns ? a[j * size + i] : a[i * size + j]) / diagonal;
    }
    sweep.c[i] = b[i] / diagonal;
  }
  return sweep;
}

// By powers of the map: (M, c) applied twice is (M², M·c + c), and maps that are powers of one map
// commute.
Values iterate_by_doubling(Sweep power, long long k) {
  Values x(power.c.size(), 0.0);
  for (;; k /= 2) {
    if (k % 2 == 1) x = power(x);
    if (k <= 1) return x;
    power.c = power(power.c);
    Values squared(power.m.size());
    multiply(CblasNoTrans, CblasNoTrans, power.n, power.n, power.n, power.m.data(), power.n,
             power.m.data(), power.n, squared.data(), power.n);
    power.m = std::move(squared);
  }
}

std::optional<Values> inverse_of_difference(const Sweep& sweep) {
  Values a(sweep.m.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = -sweep.m[i];
  const auto size = static_cast<std::size_t>(sweep.n);
  for (std::size_t i = 0; i < size; ++i) a[i * size + i] = 1;
  std::vector<int> pivots(size);
  const int blocked = 64 * sweep.n;
  Values scratch(static_cast<std::size_t>(blocked));
  int info = 0;
  dgetrf_(&sweep.n, &sweep.n, a.data(), &sweep.n, pivots.data(), &info);
  if (info == 0) {
    dgetri_(&sweep.n, a.data(), &sweep.n, pivots.data(), scratch.data(), &blocked, &info);
  }
  if (info != 0) return std::nullopt;
  return a;
}

}  // namespace warpgrade::jacobi
