#include "jacobi.h"

#include <utility>

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real sum = 0;
  for (int j = 0; j < n; j++)
    if (j != i) sum += A[i * n + j] * x[j];
  y[i] = (b[i] - sum) / A[i * n + i];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  size_t vec = n * sizeof(real), mat = n * vec;
  real *dA, *db, *dx, *dy;
  cudaMalloc(&dA, mat);
  cudaMalloc(&db, vec);
  cudaMalloc(&dx, vec);
  cudaMalloc(&dy, vec);
  cudaMemcpy(dA, A, mat, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, vec, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, vec);
  int grid = (n + block_size - 1) / block_size;
  for (int it = 0; it <= iterations; it++) {
    sweep<<<grid, block_size>>>(n, dA, db, dx, dy);
    std::swap(dx, dy);
  }
  cudaMemcpy(x, dx, vec, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
}
