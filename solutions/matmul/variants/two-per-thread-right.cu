// Each thread computes an element of C and its right neighbor, so that a value of A is loaded once
// for two products. But now the threads of a warp read every other element of B, twice: each load
// and each store touches twice as many sectors and uses half of each. two-per-thread-below does the
// same work without that.
#include "common.h"

constexpr int block_columns = 32;  // threads of a block along a row of C
constexpr int block_rows = 32;

__global__ void __launch_bounds__(block_columns* block_rows)
    two_right_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long column =
      2 * (static_cast<long long>(blockIdx.x) * block_columns + static_cast<int>(threadIdx.x));
  if (column >= n) return;
  const bool two = column + 1 < n;
  const long long right = two ? column + 1 : column;  // outside: computed again and not stored
  for (long long row = static_cast<long long>(blockIdx.y) * block_rows + threadIdx.y; row < m;
       row += static_cast<long long>(gridDim.y) * block_rows) {
    real sum = 0;
    real sum_right = 0;
    for (long long p = 0; p < k; ++p) {
      const real a = A[row * k + p];
      sum += a * B[p * n + column];
      sum_right += a * B[p * n + right];
    }
    C[row * n + column] = sum;
    if (two) C[row * n + right] = sum_right;
  }
}

void two_per_thread_right(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  two_right_kernel<<<grid_over(m, n, block_rows, 2 * block_columns),
                     dim3(block_columns, block_rows)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
