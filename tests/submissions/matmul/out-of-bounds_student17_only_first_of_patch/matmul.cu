#include "matmul.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int TX = 16, TY = 16;  // threads
constexpr int PR = 4, PC = 4;    // patch of a thread: PR rows, PC columns

__device__ inline int clamp_to(int value, int limit) { return value < limit ? value : limit - 1; }

// Rows of a thread are next to each other, columns TX apart.
template <int Rows, int Cols>
__global__ void patch_kernel(int m, int n, int k, const real* __restrict__ A,
                             const real* __restrict__ B, real* __restrict__ C) {
  const int row0 = (blockIdx.y * TY + threadIdx.y) * Rows;
  const int col0 = blockIdx.x * TX * Cols + threadIdx.x;

  // For loading, stay in the matrix: the last row/column again instead of one outside.
  const real* a_row[Rows];
  long long b_col[Cols];
#pragma unroll
  for (int i = 0; i < Rows; ++i) a_row[i] = A + (long long)clamp_to(row0 + i, m) * k;
#pragma unroll
  for (int j = 0; j < Cols; ++j) b_col[j] = clamp_to(col0 + j * TX, n);

  real acc[Rows][Cols] = {};
  for (int p = 0; p < k; ++p) {
    real a[Rows], b[Cols];
#pragma unroll
    for (int i = 0; i < Rows; ++i) a[i] = a_row[i][p];
#pragma unroll
    for (int j = 0; j < Cols; ++j) b[j] = B[(long long)p * n + b_col[j]];
#pragma unroll
    for (int i = 0; i < Rows; ++i)
#pragma unroll
      for (int j = 0; j < Cols; ++j) acc[i][j] += a[i] * b[j];
  }

#pragma unroll
  for (int i = 0; i < Rows; ++i)
#pragma unroll
    for (int j = 0; j < Cols; ++j)
      if (row0 < m && col0 < n)
        C[(long long)(row0 + i) * n + col0 + j * TX] = acc[i][j];
}

}  // namespace

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const dim3 block(TX, TY);
  const dim3 grid((n + TX * PC - 1) / (TX * PC), (m + TY * PR - 1) / (TY * PR));
  patch_kernel<PR, PC><<<grid, block>>>(m, n, k, A, B, C);
  if (cudaGetLastError() != cudaSuccess) {
    std::fprintf(stderr, "coarse: launch failed\n");
    std::abort();
  }
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {}
void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {}
void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {}
