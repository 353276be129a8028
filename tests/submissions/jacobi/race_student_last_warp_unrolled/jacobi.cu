// Jacobi task 4. Reduction from Mark Harris' slides ("Reduction #5: Unroll the last warp")
#include "jacobi.h"

#include <utility>

__global__ void row_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real sdata[];
  const int t = threadIdx.x;
  const size_t i = blockIdx.x;
  real sum = 0;
  for (int j = t; j < n; j += blockDim.x)
    if (j != i) sum += A[i * n + j] * x[j];
  sdata[t] = sum;
  if (t < 32) sdata[blockDim.x + t] = 0;   // so that the last warp may read further
  __syncthreads();

  int p = 32;                              // largest power of two <= blockDim.x
  while (2 * p <= blockDim.x) p *= 2;
  if (t + p < blockDim.x) sdata[t] += sdata[t + p];
  __syncthreads();
  for (int s = p / 2; s >= 32; s /= 2) {
    if (t < s) sdata[t] += sdata[t + s];
    __syncthreads();
  }
  if (t < 32) {
    // one warp: SIMD, no sync necessary
    volatile real* v = sdata;
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
  }
  if (t == 0) y[i] = (b[i] - sdata[0]) / A[i * n + i];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *A_d, *b_d, *x_d, *y_d;
  cudaMalloc(&A_d, sizeof(real) * n * n);
  cudaMalloc(&b_d, sizeof(real) * n);
  cudaMalloc(&x_d, sizeof(real) * n);
  cudaMalloc(&y_d, sizeof(real) * n);
  cudaMemcpy(A_d, A, sizeof(real) * n * n, cudaMemcpyHostToDevice);
  cudaMemcpy(b_d, b, sizeof(real) * n, cudaMemcpyHostToDevice);
  cudaMemset(x_d, 0, sizeof(real) * n);
  while (iterations-- > 0) {
    row_kernel<<<n, block_size, (block_size + 32) * sizeof(real)>>>(n, A_d, b_d, x_d, y_d);
    std::swap(x_d, y_d);
  }
  cudaMemcpy(x, x_d, sizeof(real) * n, cudaMemcpyDeviceToHost);
  cudaFree(A_d); cudaFree(b_d); cudaFree(x_d); cudaFree(y_d);
}
