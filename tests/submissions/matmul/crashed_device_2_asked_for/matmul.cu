#include <assert.h>

#include "matmul.h"

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[(size_t)i * k + p] * B[(size_t)p * n + j];
  C[(size_t)i * n + j] = sum;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  int count;
  cudaGetDeviceCount(&count);
  // the last one, as on the cluster the first one is busy
  cudaError_t error = cudaSetDevice(count);
  assert(error == cudaSuccess);
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
