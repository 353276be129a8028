#include "matmul.h"

#include <cuda_runtime.h>

#include <cassert>

/// Each thread has ROWS neighboring rows and COLS columns. X × Y threads are a block.
template <int ROWS, int COLS, int X, int Y>
struct Coarse {
  static constexpr int block_rows = ROWS * Y;
  static constexpr int block_cols = COLS * X;

  static __device__ void run(long long block_row, long long block_col, int m, int n, int k,
                             const real* A, const real* B, real* C) {
    const long long row = block_row * block_rows + threadIdx.y * ROWS;
    const long long col = block_col * block_cols + threadIdx.x;

    real sum[ROWS][COLS] = {};
    long long a_at[ROWS], b_at[COLS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) a_at[r] = (row + r < m ? row + r : m - 1) * k;
#pragma unroll
    for (int c = 0; c < COLS; ++c) b_at[c] = col + c * X < n ? col + c * X : n - 1;

    for (int p = 0; p < k; ++p) {
      real a[ROWS], b[COLS];
#pragma unroll
      for (int r = 0; r < ROWS; ++r) a[r] = A[a_at[r] + p];
#pragma unroll
      for (int c = 0; c < COLS; ++c) b[c] = B[static_cast<long long>(p) * n + b_at[c]];
#pragma unroll
      for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int c = 0; c < COLS; ++c) sum[r][c] += a[r] * b[c];
    }

#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
      for (int c = 0; c < COLS; ++c) {
        const long long i = row + r;
        const long long j = col + c;
        if (i < m && j < n) C[i * n + j] = sum[r][c];
      }
  }
};

using Patch = Coarse<4, 4, 32, 4>;

// Blocks are numbered along the rows of C, in one dimension: there are no limits to think of.
__global__ void coarse(int m, int n, int k, unsigned blocks_in_row, const real* A, const real* B,
                       real* C) {
  Patch::run(blockIdx.x / blocks_in_row, blockIdx.x % blocks_in_row, m, n, k, A, B, C);
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const auto parts = [](long long whole, long long part) { return (whole + part - 1) / part; };
  const long long across = parts(n, Patch::block_cols);
  const long long down = parts(m, Patch::block_rows);
  coarse<<<static_cast<unsigned>(across * down), dim3(32, 4)>>>(
      m, n, k, static_cast<unsigned>(across), A, B, C);
  assert(cudaGetLastError() == cudaSuccess);
}
