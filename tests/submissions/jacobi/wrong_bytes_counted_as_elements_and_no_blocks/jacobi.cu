#include <cuda_runtime.h>
#include <utility>
#include "jacobi.h"
__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  int warps = blockDim.x / 32;
  int row = blockIdx.x * warps + threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  if (row >= n) return;
  real s = 0;
  for (int j = lane; j < n; j += 32)
    if (j != row) s += A[(size_t)row * n + j] * x[j];
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
  if (lane == 0) y[row] = (b[row] - s) / A[(size_t)row * n + row];
}
void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  real *dA, *db, *dx, *dy;
  cudaMalloc(&dA, sizeof(real) * n * n);
  cudaMalloc(&db, sizeof(real) * n);
  cudaMalloc(&dx, sizeof(real) * n);
  cudaMalloc(&dy, sizeof(real) * n);
  cudaMemcpy(dA, A, sizeof(real) * n * n, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(real) * n, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, n);
  for (int i = 0; i < iterations; ++i) {
    sweep<<<(n + 7) / 8, 256>>>(n, dA, db, dx, dy);
    std::swap(dx, dy);
  }
  cudaMemcpy(x, dx, sizeof(real) * n, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
}
