#include "cholesky.h"

#include <cstdio>

static void check_launch(const char* kernel) {
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) fprintf(stderr, "%s: %s\n", kernel, cudaGetErrorString(e));
}

// row k: one block. The pivot is read by everybody before thread 0 overwrites it
__global__ void division_kernel(int n, int k, real* A, int* info) {
  real* row = A + (size_t)k * n;
  const real p = row[k];
  __syncthreads();
  if (!(p > 0)) {
    if (threadIdx.x == 0 && *info == 0) *info = k + 1;
    return;
  }
  const real inv = sqrt(p);
  for (int j = k + threadIdx.x; j < n; j += blockDim.x) row[j] = j == k ? inv : row[j] / inv;
}

__global__ void elimination_kernel(int n, int k, real* A) {
  const size_t i = k + 1 + blockIdx.x;
  const real* top = A + (size_t)k * n;
  for (size_t j = i + threadIdx.x; j < n; j += blockDim.x) A[i * n + j] -= top[i] * top[j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  int* info;
  int res = 0;
  cudaMalloc(&info, sizeof(int));
  cudaMemset(info, 0, sizeof(int));
  for (int k = 0; k < n; k++) {
    division_kernel<<<1, threads>>>(n, k, A, info);
    check_launch("division");
    elimination_kernel<<<n - k - 1, threads>>>(n, k, A);
    check_launch("elimination");
  }
  cudaMemcpy(&res, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(info);
  return res;
}
