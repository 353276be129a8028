#include "jacobi.h"

__global__ void jacobi4(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real red[];
  int tid = threadIdx.x;
  int row = blockIdx.x;
  real part = 0;
  for (int col = tid; col < n; col += blockDim.x)
    if (col != row) part += A[(size_t)row * n + col] * x[col];
  red[tid] = part;
  __syncthreads();
  int size = blockDim.x;
  while (size > 1) {
    int half = (size + 1) / 2;
    if (tid < size / 2) red[tid] += red[tid + half];
    __syncthreads();
    size = half;
  }
  if (tid == 0) y[row] = (b[row] - red[0]) / A[(size_t)row * n + row];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *Ad, *bd, *xd, *yd;
  size_t bytes = n * sizeof(real);
  cudaMalloc(&Ad, n * bytes); cudaMalloc(&bd, bytes);
  cudaMalloc(&xd, bytes); cudaMalloc(&yd, bytes);
  cudaMemcpy(Ad, A, n * bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(bd, b, bytes, cudaMemcpyHostToDevice);
  cudaMemset(xd, 0, bytes);
  cudaMemset(yd, 0, bytes);
  const int nblocks = (n + block_size - 1) / block_size;
  for (int it = 0; it < iterations; it++) {
    jacobi4<<<nblocks, block_size, block_size * sizeof(real)>>>(n, Ad, bd, xd, yd);
    real* swap = xd;
    xd = yd;
    yd = swap;
  }
  cudaMemcpy(x, xd, bytes, cudaMemcpyDeviceToHost);
  cudaFree(Ad); cudaFree(bd); cudaFree(xd); cudaFree(yd);
}
