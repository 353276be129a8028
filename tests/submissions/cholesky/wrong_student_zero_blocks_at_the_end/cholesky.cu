#include "cholesky.h"

#include <cstdio>
#include <cstdlib>

#define CHECK_CUDA(x) check_cuda((x), __LINE__)
static void check_cuda(cudaError_t e, int line) {
  if (e != cudaSuccess) {
    fprintf(stderr, "CUDA error: %s, line %d\n", cudaGetErrorString(e), line);
    // exit(1);
  }
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
  CHECK_CUDA(cudaMalloc(&info, sizeof(int)));
  CHECK_CUDA(cudaMemset(info, 0, sizeof(int)));
  for (int k = 0; k < n; k++) {
    division_kernel<<<1, threads>>>(n, k, A, info);
    elimination_kernel<<<n - k - 1, threads>>>(n, k, A);
  }
  CHECK_CUDA(cudaMemcpy(&res, info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(info));
  return res;
}
