#include "jacobi.h"

__global__ void jac(int n, const real* A, const real* b, const real* src, real* dst) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < n) {
    const real* r = A + (long long)i * n;
    real s = b[i];
    for (int j = 0; j < i; ++j) s -= r[j] * src[j];
    for (int j = i + 1; j < n; ++j) s -= r[j] * src[j];
    dst[i] = s / r[i];
  }
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n <= 0) return;
  real *d_A, *d_b, *d_src, *d_dst;
  size_t N = n;
  cudaMalloc(&d_A, N * N * sizeof(real));
  cudaMalloc(&d_b, N * sizeof(real));
  cudaMalloc(&d_src, N * sizeof(real));
  cudaMalloc(&d_dst, N * sizeof(real));
  cudaMemcpy(d_A, A, N * N * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, N * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemset(d_src, 0, N * sizeof(real));
  int grid = (n + block_size - 1) / block_size;
  for (int it = 0; it < iterations; ++it) {
    jac<<<grid, block_size>>>(n, d_A, b, d_src, d_dst);
    real* t = d_src; d_src = d_dst; d_dst = t;
  }
  cudaMemcpy(x, d_src, N * sizeof(real), cudaMemcpyDeviceToHost);
  cudaFree(d_A); cudaFree(d_b); cudaFree(d_src); cudaFree(d_dst);
}
