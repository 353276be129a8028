#include <cuda_runtime.h>

#include "cholesky.h"

#define IDX(i, j) ((size_t)(i) * n + (j))

// row k of U; the pivot itself is done by the next kernel
__global__ void division_kernel(int n, int k, real* A, int* info) {
  int j = k + blockIdx.x * blockDim.x + threadIdx.x;
  real p = A[IDX(k, k)];
  if (j == k && !(p > 0) && *info == 0) *info = k + 1;
  if (j > k && j < n) A[IDX(k, j)] /= sqrt(p);
}

// one block per row i, threads along j
__global__ void elimination_kernel(int n, int k, real* A, int* info) {
  if (*info) return;
  int i = k + blockIdx.x;
  if (i == k) {
    if (threadIdx.x == 0) A[IDX(k, k)] = sqrt(A[IDX(k, k)]);
    return;
  }
  real f = A[IDX(i, k)];
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) {
    A[IDX(i, j)] -= f * A[IDX(k, j)];
  }
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* d_info;
  int h_info = 0;
  cudaMalloc(&d_info, sizeof(int));
  cudaMemcpy(d_info, &h_info, sizeof(int), cudaMemcpyHostToDevice);
  for (int k = 0; k < n; k++) {
    int blocks = (n - k + threads - 1) / threads;
    division_kernel<<<blocks, threads>>>(n, k, A, d_info);
    elimination_kernel<<<n - k, threads>>>(n, k, A, d_info);
  }
  cudaMemcpy(&h_info, d_info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_info);
  return h_info;
}
