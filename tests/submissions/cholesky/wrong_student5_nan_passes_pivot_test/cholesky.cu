#include "cholesky.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err_ = (call);                                                 \
    if (err_ != cudaSuccess) {                                                 \
      fprintf(stderr, "CUDA error line %d: %s\n", __LINE__, cudaGetErrorString(err_)); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__global__ void single_block_kernel(int n, real* A, int* info) {
  int k = 0;
  while (k < n) {
    const size_t diag = (size_t)k * n + k;
    real pivot = A[diag];
    if (pivot <= 0) {
      // not positive definite
      if (threadIdx.x == 0) *info = k + 1;
      break;
    }
    __syncthreads();
    for (int j = k + threadIdx.x; j < n; j += blockDim.x) {
      if (j == k)
        A[diag] = sqrt(pivot);
      else
        A[(size_t)k * n + j] /= sqrt(pivot);
    }
    __syncthreads();
    // the rows below: 32 threads per row
    int i = k + 1 + threadIdx.x / 32;
    while (i < n) {
      real f = A[(size_t)k * n + i];
      for (int j = i + threadIdx.x % 32; j < n; j += 32) {
        A[(size_t)i * n + j] -= f * A[(size_t)k * n + j];
      }
      i += blockDim.x / 32;
    }
    __syncthreads();
    ++k;
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int answer = 0;
  int* d_info;
  CHECK(cudaMalloc(&d_info, sizeof(int)));
  CHECK(cudaMemcpy(d_info, &answer, sizeof(int), cudaMemcpyHostToDevice));
  single_block_kernel<<<1, threads>>>(n, A, d_info);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&answer, d_info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_info));
  return answer;
}
