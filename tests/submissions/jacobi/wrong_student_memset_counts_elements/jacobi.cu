#include "jacobi.h"

__global__ void jacobi_kernel(int n, const real* A, const real* b, const real* x_in, real* x_out) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real sigma = 0;
  for (size_t j = 0; j < n; j++) {
    if (j != i) sigma += A[i * n + j] * x_in[j];
  }
  x_out[i] = (b[i] - sigma) / A[i * n + i];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *d_A, *d_b, *d_x, *d_x_new, *tmp;
  size_t vb = n * sizeof(real);
  cudaMalloc((void**)&d_A, n * vb);
  cudaMalloc((void**)&d_b, vb);
  cudaMalloc((void**)&d_x, vb);
  cudaMalloc((void**)&d_x_new, vb);

  cudaMemcpy(d_A, A, n * vb, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, vb, cudaMemcpyHostToDevice);
  cudaMemset(d_x, 0, n);

  int numBlocks = (n + block_size - 1) / block_size;
  for (int k = 0; k < iterations; k++) {
    jacobi_kernel<<<numBlocks, block_size>>>(n, d_A, d_b, d_x, d_x_new);
    // swap
    tmp = d_x;
    d_x = d_x_new;
    d_x_new = tmp;
  }
  cudaMemcpy(x, d_x, vb, cudaMemcpyDeviceToHost);
  cudaFree(d_A);
  cudaFree(d_b);
  cudaFree(d_x);
  cudaFree(d_x_new);
}
