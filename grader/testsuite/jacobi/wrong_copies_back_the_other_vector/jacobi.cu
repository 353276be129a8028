#include <cuda_runtime.h>
#include <utility>
#include "jacobi.h"

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real sum = 0;
  for (int j = 0; j < n; ++j)
    if (j != i) sum += A[(size_t)i * n + j] * x[j];
  y[i] = (b[i] - sum) / A[(size_t)i * n + i];
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
  cudaMemset(dy, 0, sizeof(real) * n);
  for (int it = 0; it < iterations; ++it) {
    sweep<<<(n + block_size - 1) / block_size, block_size>>>(n, dA, db, dx, dy);
    std::swap(dx, dy);
  }
  cudaMemcpy(x, dy, sizeof(real) * n, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
}
