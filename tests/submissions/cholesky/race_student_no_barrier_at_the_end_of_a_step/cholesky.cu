#include "cholesky.h"

#define chk(x) { cudaError_t e = (x); if (e != cudaSuccess) return -100 - (int)e; }

__global__ void chol_one_block(int n, real* A, int* info) {
  for (int k = 0; k < n; k++) {
    real piv = A[(size_t)k * n + k];
    __syncthreads();   // everybody has read it
    if (!(piv > 0)) {
      if (threadIdx.x == 0) *info = k + 1;
      return;   // all threads see the same piv
    }
    real r = sqrt(piv);
    for (int j = k + threadIdx.x; j < n; j += blockDim.x)
      A[(size_t)k * n + j] = (j == k) ? r : A[(size_t)k * n + j] / r;
    __syncthreads();
    // rest of the matrix, one row per warp
    for (int i = k + 1 + threadIdx.x / 32; i < n; i += blockDim.x / 32)
      for (int j = i + threadIdx.x % 32; j < n; j += 32)
        A[(size_t)i * n + j] -= A[(size_t)k * n + i] * A[(size_t)k * n + j];
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int *info, h = 0;
  chk(cudaMalloc(&info, sizeof(int)));
  chk(cudaMemset(info, 0, sizeof(int)));
  chol_one_block<<<1, threads>>>(n, A, info);
  chk(cudaGetLastError());
  chk(cudaMemcpy(&h, info, sizeof(int), cudaMemcpyDeviceToHost));
  chk(cudaFree(info));
  return h;
}
