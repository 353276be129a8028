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
  size_t size_a = sizeof(real) * m * k, size_b = sizeof(real) * k * n,
         size_c = sizeof(real) * m * n;
  real *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  cudaMalloc((void**)&d_a, size_a);
  cudaMalloc((void**)&d_b, size_b);
  cudaMalloc((void**)&d_c, size_c);
  cudaMemcpy(d_a, A, size_a, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, B, size_b, cudaMemcpyHostToDevice);
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, d_a, d_b, d_c);
  cudaDeviceSynchronize();
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
}
