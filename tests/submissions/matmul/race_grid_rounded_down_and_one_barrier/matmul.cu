#include "matmul.h"

#define TILE 32

__global__ void tiledKernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[TILE][TILE];
  __shared__ real Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  real sum = 0;
  for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
    int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;
    As[threadIdx.y][threadIdx.x] = row < m && x < k ? A[row * k + x] : 0;
    Bs[threadIdx.y][threadIdx.x] = y < k && col < n ? B[y * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < TILE; i++) sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
  }
  if (row < m && col < n) C[row * n + col] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 block(TILE, TILE);
  dim3 grid(n / TILE, m / TILE);
  tiledKernel<<<grid, block>>>(m, n, k, A, B, C);
}
