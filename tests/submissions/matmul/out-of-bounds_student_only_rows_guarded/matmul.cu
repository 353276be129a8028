#include "matmul.h"

#include <cstdio>

constexpr int BLOCK = 16;

__global__ void gemm_simple(int m, int n, int k, const real* __restrict__ A,
                            const real* __restrict__ B, real* __restrict__ C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  // if (row == 0 && col == 0) printf("m %d n %d k %d\n", m, n, k);
  if (row < m) {
    real tmp = 0;
    for (int i = 0; i < k; i++) {
      tmp += A[(size_t)row * k + i] * B[(size_t)i * n + col];
    }
    C[(size_t)row * n + col] = tmp;
  }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 dimBlock(BLOCK, BLOCK);
  dim3 dimGrid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
  gemm_simple<<<dimGrid, dimBlock>>>(m, n, k, A, B, C);
}
