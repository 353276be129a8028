#include "cholesky.h"

static __global__ void factor(int n, real* A, int* info) {
  const int t = threadIdx.x, nt = blockDim.x;
  if (t == 0) *info = 0;
  for (int k = 0; k < n; k++) {
    real* rk = A + (size_t)k * n;
    __syncthreads();
    const real d = rk[k];
    __syncthreads();
    if (!(d > 0)) {
      if (t == 0) *info = k + 1;
      return;
    }
    const real s = sqrt(d);
    for (int j = k + t; j < n; j += nt) {
      if (j == k) rk[j] = s;
      else rk[j] /= s;
    }
    __syncthreads();
    for (int i = k + 1 + t / 32; i < n; i += nt / 32) {
      const real f = rk[i];
      for (int j = i + t % 32; j < n; j += 32) A[(size_t)i * n + j] -= f * rk[j];
    }
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int info = -1;
  int* dev_info = NULL;
  cudaMalloc(&dev_info, sizeof(int));
  factor<<<1, threads>>>(n, A, dev_info);
  cudaMemcpy(&info, dev_info, 1, cudaMemcpyDeviceToHost);   // 1 int
  cudaFree(dev_info);
  return info;
}
