#include "cholesky.h"

__global__ void division_kernel(int n, int k, real* A, int* info) {
  const int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const real p = A[(size_t)k * n + k];
  if (j == k + 1 && !(p > 0) && *info == 0) *info = k + 1;
  if (j < n) A[(size_t)k * n + j] /= sqrt(p);
}

// thread <-> row i
__global__ void elimination_kernel(int n, int k, real* A) {
  const int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i == k + 1) A[(size_t)k * n + k] = sqrt(A[(size_t)k * n + k]);
  if (i >= n) return;
  const real f = A[(size_t)k * n + i];
  for (int j = i; j < n; j++) A[(size_t)i * n + j] -= f * A[(size_t)k * n + j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* info;
  int result = 0;
  cudaMalloc(&info, sizeof(int));
  cudaMemset(info, 0, sizeof(int));
  for (int k = 0; k < n; k++) {
    // at least one block, for the diagonal
    const int blocks = (n - k + threads - 1) / threads;
    division_kernel<<<blocks, threads>>>(n, k, A, info);
    elimination_kernel<<<blocks, threads>>>(n, k, A);
  }
  cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(info);
  return result;
}
