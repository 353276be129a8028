#include "matmul.h"
#include <stdio.h>

// Task 2: every thread computes a little P x P square of C
#define P 4

__global__ void coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  // upper left corner of my square
  const int r0 = (blockIdx.y * blockDim.y + threadIdx.y) * P;
  const int c0 = (blockIdx.x * blockDim.x + threadIdx.x) * P;

  real acc[P][P];
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) acc[i][j] = 0;

  real a[P], b[P];
  for (int q = 0; q < k; ++q) {
    // 2*P loads ...
    for (int i = 0; i < P; ++i) {
      a[i] = (r0 + i < m) ? A[(size_t)(r0 + i) * k + q] : real(0);
      b[i] = (c0 + i < n) ? B[(size_t)q * n + c0 + i] : real(0);
    }
    // ... for P*P multiplications
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) acc[i][j] += a[i] * b[j];
  }

  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j)
      if (r0 + i < m && c0 + j < n) C[(size_t)(r0 + i) * n + (c0 + j)] = acc[j][i];
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 threads(16, 16);
  dim3 blocks((n + 16 * P - 1) / (16 * P), (m + 16 * P - 1) / (16 * P));
  coarse<<<blocks, threads>>>(m, n, k, A, B, C);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) printf("coarse: %s\n", cudaGetErrorString(e));
}
