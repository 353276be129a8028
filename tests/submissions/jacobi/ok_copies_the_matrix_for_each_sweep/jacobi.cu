// Right, and slow: the matrix, which never changes, crosses the link before each sweep.
#include "jacobi.h"

#include <cuda_runtime.h>

#include <utility>

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real sum = b[i];
  for (int j = 0; j < n; ++j)
    if (j != i) sum -= A[(size_t)i * n + j] * x[j];
  y[i] = sum / A[(size_t)i * n + i];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *a, *right, *from, *to;
  const size_t whole = (size_t)n * n * sizeof(real), one = n * sizeof(real);
  cudaMalloc(&a, whole);
  cudaMalloc(&right, one);
  cudaMalloc(&from, one);
  cudaMalloc(&to, one);
  cudaMemcpy(right, b, one, cudaMemcpyHostToDevice);
  cudaMemset(from, 0, one);
  for (int k = 0; k < iterations; ++k) {
    const int blocks = (n + block_size - 1) / block_size;
    // `a` could be filled once.
    cudaMemcpy(a, A, whole, cudaMemcpyHostToDevice);
    sweep<<<blocks, block_size>>>(n, a, right, from, to);
    std::swap(from, to);
  }
  cudaMemcpy(x, from, one, cudaMemcpyDeviceToHost);
  for (real* each : {a, right, from, to}) cudaFree(each);
}
