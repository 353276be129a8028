#include "cholesky.h"

__global__ void cholesky(int n, double* A, int* info) {
  __shared__ double pivot;
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    if (t == 0) pivot = A[(size_t)k * n + k];
    __syncthreads();
    if (!(pivot > 0)) {
      if (t == 0) *info = k + 1;
      return;
    }
    double r = rsqrt(pivot);
    for (int j = k + t; j < n; j += blockDim.x) A[(size_t)k * n + j] *= r;
    __syncthreads();
    for (int j = k + 1 + t; j < n; j += blockDim.x)
      for (int i = k + 1; i <= j; i++) A[(size_t)i * n + j] -= A[(size_t)k * n + i] * A[(size_t)k * n + j];
    __syncthreads();
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  int* info;
  int result = 0;
  cudaMallocManaged(&info, sizeof(int));
  *info = 0;
  cholesky<<<1, threads>>>(n, A, info);
  cudaDeviceSynchronize();
  result = *info;
  cudaFree(info);
  return result;
}
