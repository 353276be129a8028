// HPC course, sheet 3, exercise 3
#include "matmul.h"
#include <cstdio>
#include <cstdlib>

#define TILE_WIDTH 16
#define cudaSafe(x)                                                               \
  do {                                                                            \
    cudaError_t e_ = (x);                                                         \
    if (e_ != cudaSuccess) {                                                      \
      printf("CUDA error %s in line %d\n", cudaGetErrorString(e_), __LINE__);     \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

__global__ void MatMulShared(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[TILE_WIDTH][TILE_WIDTH];
  __shared__ real Bs[TILE_WIDTH][TILE_WIDTH];

  int tx = threadIdx.x, ty = threadIdx.y;
  size_t row = blockIdx.y * TILE_WIDTH + ty;
  size_t col = blockIdx.x * TILE_WIDTH + tx;
  real acc = 0;

  for (int t = 0; t < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {
    As[ty][tx] = (row < m && t * TILE_WIDTH + tx < k) ? A[row * k + t * TILE_WIDTH + tx] : real(0);
    Bs[ty][tx] = (col < n && t * TILE_WIDTH + ty < k) ? B[(size_t)(t * TILE_WIDTH + ty) * n + col] : real(0);
    __syncthreads();   // tiles complete

    for (int i = 0; i < TILE_WIDTH; ++i)
      acc += As[ty][i] * Bs[i][tx];
  }
  if (row < m && col < n) C[row * n + col] = acc;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 threads(TILE_WIDTH, TILE_WIDTH);
  dim3 grid((n + TILE_WIDTH - 1) / TILE_WIDTH, (m + TILE_WIDTH - 1) / TILE_WIDTH);
  MatMulShared<<<grid, threads>>>(m, n, k, A, B, C);
  cudaSafe(cudaGetLastError());
}
