#include "jacobi.h"

__global__ void jacobi_step(int n, const real* A, const real* b, const real* in, real* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const real* a = A + (size_t)i * n;
  real sum = b[i];
  for (int j = 0; j < i; j++) sum -= a[j] * in[j];
  for (int j = i + 1; j < n; j++) sum -= a[j] * in[j];
  out[i] = sum / a[i];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const size_t bytes = n * sizeof(real);
  real *A_d, *b_d, *u_d, *v_d;
  cudaMalloc((void**)&A_d, bytes * n);
  cudaMalloc((void**)&b_d, bytes);
  cudaMalloc((void**)&u_d, bytes);
  cudaMalloc((void**)&v_d, bytes);
  cudaMemcpy(A_d, A, bytes * n, cudaMemcpyHostToDevice);
  cudaMemcpy(b_d, b, bytes, cudaMemcpyHostToDevice);
  cudaMemset(u_d, 0, bytes);
  cudaMemset(v_d, 0, bytes);

  int grid = (n + block_size - 1) / block_size;
  for (int k = 0; k < iterations; k++) {
    if (k % 2 == 0)
      jacobi_step<<<grid, block_size>>>(n, A_d, b_d, u_d, v_d);
    else
      jacobi_step<<<grid, block_size>>>(n, A_d, b_d, v_d, u_d);
  }

  // result
  cudaMemcpy(x, v_d, bytes, cudaMemcpyDeviceToHost);

  cudaFree(A_d);
  cudaFree(b_d);
  cudaFree(u_d);
  cudaFree(v_d);
}
