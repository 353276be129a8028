#include <cuda_runtime.h>
#include <cmath>
#include <vector>
#include "jacobi.h"
__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  real s = 0;
  for (int j = 0; j < n; ++j)
    if (j != row) s += A[(size_t)row * n + j] * x[j];
  y[row] = (b[row] - s) / A[(size_t)row * n + row];
}
void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *dA, *db, *dx, *dy;
  cudaMalloc(&dA, sizeof(real) * n * n);
  cudaMalloc(&db, sizeof(real) * n);
  cudaMalloc(&dx, sizeof(real) * n);
  cudaMalloc(&dy, sizeof(real) * n);
  cudaMemcpy(dA, A, sizeof(real) * n * n, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(real) * n, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, sizeof(real) * n);
  std::vector<real> now(n), before(n);
  for (int i = 0; i < iterations; ++i) {
    sweep<<<(n + block_size - 1) / block_size, block_size>>>(n, dA, db, dx, dy);
    cudaMemcpy(now.data(), dy, sizeof(real) * n, cudaMemcpyDeviceToHost);
    real* t = dx;
    dx = dy;
    dy = t;
    real norm = 0;
    for (int j = 0; j < n; ++j) norm += std::abs(now[j] - before[j]);
    if (norm < 1e-3) break;
    before = now;
  }
  cudaMemcpy(x, dx, sizeof(real) * n, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
}
