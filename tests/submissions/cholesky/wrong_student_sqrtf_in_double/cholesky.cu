#include "cholesky.h"

__global__ void single(int n, real* A, int* info) {
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    real* row = A + (long long)k * n;
    const real d = row[k];
    if (!(d > 0)) {
      if (t == 0) *info = k + 1;
      return;
    }
    const real root = sqrtf(d);
    __syncthreads();
    for (int j = k + t; j < n; j += blockDim.x) row[j] = j > k ? row[j] / root : root;
    __syncthreads();
    for (int i = k + 1 + t / 32; i < n; i += blockDim.x / 32)
      for (int j = i + t % 32; j < n; j += 32) A[(long long)i * n + j] -= row[i] * row[j];
    __syncthreads();
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* info;
  int r = 0;
  cudaMalloc(&info, sizeof(int));
  cudaMemset(info, 0, sizeof(int));
  single<<<1, threads>>>(n, A, info);
  cudaMemcpy(&r, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(info);
  return r;
}
