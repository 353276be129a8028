// The algorithm as three nested loops on one core: for each row the root and the division, then the
// elimination. Along j memory is read as it lies, so that the innermost loop is vectorised.
#include <cmath>
#include <cstddef>

#include "cholesky.h"

int cpu_loop(int n, real* A) {
  const auto size = static_cast<std::size_t>(n);
  for (std::size_t k = 0; k < size; ++k) {
    real* row_k = A + k * size;
    if (!(row_k[k] > 0)) return static_cast<int>(k) + 1;
    const real root = std::sqrt(row_k[k]);
    row_k[k] = root;
    for (std::size_t j = k + 1; j < size; ++j) row_k[j] /= root;
    for (std::size_t i = k + 1; i < size; ++i) {
      real* row_i = A + i * size;
      const real left = row_k[i];
      for (std::size_t j = i; j < size; ++j) row_i[j] -= left * row_k[j];
    }
  }
  return 0;
}
