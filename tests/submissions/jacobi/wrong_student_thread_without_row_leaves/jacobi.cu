#include "jacobi.h"

#include <cstdio>
#include <utility>

#define CUDA(call)                                                    \
  if ((call) != cudaSuccess) {                                        \
    fprintf(stderr, "error at line %d\n", __LINE__);                  \
  }

__global__ void jacobi_sm(int n, const real* A, const real* b, const real* xold, real* xnew) {
  extern __shared__ real xs[];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;

  real sum = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int j = base + threadIdx.x;
    xs[threadIdx.x] = (j < n) ? xold[j] : real(0);
    __syncthreads();
    int end = min((int)blockDim.x, n - base);
    for (int c = 0; c < end; c++) sum += A[(size_t)row * n + base + c] * xs[c];
    __syncthreads();
  }
  real d = A[(size_t)row * n + row];
  xnew[row] = (b[row] - (sum - d * xold[row])) / d;
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *dA, *db, *dx, *dy;
  CUDA(cudaMalloc(&dA, sizeof(real) * n * n));
  CUDA(cudaMalloc(&db, sizeof(real) * n));
  CUDA(cudaMalloc(&dx, sizeof(real) * n));
  CUDA(cudaMalloc(&dy, sizeof(real) * n));
  CUDA(cudaMemcpy(dA, A, sizeof(real) * n * n, cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(db, b, sizeof(real) * n, cudaMemcpyHostToDevice));
  CUDA(cudaMemset(dx, 0, sizeof(real) * n));
  int blocks = (n + block_size - 1) / block_size;
  for (int it = 0; it < iterations; it++) {
    jacobi_sm<<<blocks, block_size, block_size * sizeof(real)>>>(n, dA, db, dx, dy);
    std::swap(dx, dy);
  }
  CUDA(cudaMemcpy(x, dx, sizeof(real) * n, cudaMemcpyDeviceToHost));
  CUDA(cudaFree(dA)); CUDA(cudaFree(db)); CUDA(cudaFree(dx)); CUDA(cudaFree(dy));
}
