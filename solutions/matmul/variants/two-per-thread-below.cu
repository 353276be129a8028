// Each thread computes an element of C and the one below it, so that a value of B is loaded once
// for two products. The threads of a warp still have neighboring columns: every load of B and
// every store to C is coalesced. The same work as two-per-thread-right; only which elements belong
// together differs.
#include "common.h"

constexpr int block_columns = 32;  // threads of a block along a row of C
constexpr int block_rows = 32;

__global__ void __launch_bounds__(block_columns* block_rows)
    two_below_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long column =
      static_cast<long long>(blockIdx.x) * block_columns + static_cast<int>(threadIdx.x);
  if (column >= n) return;
  for (long long row = 2 * (static_cast<long long>(blockIdx.y) * block_rows + threadIdx.y); row < m;
       row += 2 * static_cast<long long>(gridDim.y) * block_rows) {
    const bool two = row + 1 < m;
    const long long below = two ? row + 1 : row;  // outside: computed again and not stored
    real sum = 0;
    real sum_below = 0;
    for (long long p = 0; p < k; ++p) {
      const real b = B[p * n + column];
      sum += A[row * k + p] * b;
      sum_below += A[below * k + p] * b;
    }
    C[row * n + column] = sum;
    if (two) C[below * n + column] = sum_below;
  }
}

void two_per_thread_below(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  two_below_kernel<<<grid_over(m, n, 2 * block_rows, block_columns),
                     dim3(block_columns, block_rows)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
