#include "cholesky.h"

__global__ void chol(int n, real* A, int* info) {
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  for (int k = 0; k < n; ++k) {
    const real pivot = A[(size_t)k * n + k];
    __syncthreads();
    if (!(pivot > real(0))) {
      if (threadIdx.x == 0) *info = k + 1;
      return;
    }
    const real s = sqrt(pivot);
    for (int j = k + threadIdx.x; j < n; j += blockDim.x) {
      if (j == k)
        A[(size_t)k * n + k] = s;
      else
        A[(size_t)k * n + j] /= s;
    }
    __syncthreads();
    // a warp per row -> coalesced
    for (int i = k + 1 + warp; i < n; i += blockDim.x) {
      const real l = A[(size_t)k * n + i];
      for (int j = i + lane; j < n; j += 32) {
        A[(size_t)i * n + j] -= l * A[(size_t)k * n + j];
      }
    }
    __syncthreads();
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n < 1) return 0;
  int h_info = 0, *d_info;
  cudaMalloc(&d_info, sizeof h_info);
  cudaMemcpy(d_info, &h_info, sizeof h_info, cudaMemcpyHostToDevice);
  chol<<<1, threads>>>(n, A, d_info);
  cudaMemcpy(&h_info, d_info, sizeof h_info, cudaMemcpyDeviceToHost);
  cudaFree(d_info);
  return h_info;
}
