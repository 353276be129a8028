#include "matmul.h"

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  int padded_m = (m + 15) / 16 * 16;
  real *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(real) * m * k);
  cudaMalloc(&dB, sizeof(real) * k * n);
  cudaMalloc(&dC, sizeof(real) * padded_m * n);
  cudaMemcpy(dA, A, sizeof(real) * m * k, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(real) * k * n, cudaMemcpyHostToDevice);
  cudaMemset(dC, 0, sizeof(real) * padded_m * n);
  product<<<dim3((n + 15) / 16, padded_m / 16), dim3(16, 16)>>>(m, n, k, dA, dB, dC);
  // The padding comes along.
  cudaMemcpy(C, dC, sizeof(real) * padded_m * n, cudaMemcpyDeviceToHost);
  cudaFree(dA), cudaFree(dB), cudaFree(dC);
}
