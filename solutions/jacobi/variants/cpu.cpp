// The definition on one core: for each sweep, for each row, a sum over all columns but one. This is
// what every speedup is against. The loop over j is split at j = i, so that it has no
// branch; the additions of one sum stay in order, one after the other.
#include <cstddef>
#include <utility>
#include <vector>

#include "jacobi.h"

void cpu(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  (void)block_size;
  const std::size_t size = n;
  std::vector<real> before(size, 0);
  std::vector<real> after(size);
  for (int k = 0; k < iterations; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      const real* row = A + i * size;
      real sum = 0;
      for (std::size_t j = 0; j < i; ++j) sum += row[j] * before[j];
      for (std::size_t j = i + 1; j < size; ++j) sum += row[j] * before[j];
      after[i] = (b[i] - sum) / row[i];
    }
    std::swap(before, after);
  }
  for (std::size_t i = 0; i < size; ++i) x[i] = before[i];
}
