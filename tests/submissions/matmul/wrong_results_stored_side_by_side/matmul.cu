// A thread computes four columns that are 16 apart, and stores them as four neighbors.
#include "matmul.h"

constexpr int across = 4;

__global__ void four_columns(int m, int n, int k, const real* A, const real* B, real* C) {
  const int row = blockIdx.y * 16 + threadIdx.y, left = blockIdx.x * 64, mine = threadIdx.x;
  if (row >= m) return;
  real sums[across] = {};
  for (int p = 0; p < k; ++p) {
    const real a = A[(size_t)row * k + p];
    for (int c = 0; c < across; ++c) {
      const int column = left + (c * 16 + mine);
      if (column < n) sums[c] += a * B[(size_t)p * n + column];
    }
  }
  for (int c = 0; c < across; ++c) {
    const int column = left + (mine * across + c);
    if (column < n) C[(size_t)row * n + column] = sums[c];
  }
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  four_columns<<<dim3((n + 63) / 64, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
