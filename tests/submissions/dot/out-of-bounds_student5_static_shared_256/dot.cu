#include "dot.h"

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

// 1
__device__ int locked = 0;

__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  // one slot per thread
  __shared__ real slots[256];
  unsigned t = threadIdx.x;
  real s = 0;
  for (long long pos = blockIdx.x * (long long)blockDim.x + t; pos < n;
       pos += gridDim.x * (long long)blockDim.x)
    s += A[pos] * B[pos];
  slots[t] = s;
  for (unsigned width = blockDim.x; width > 1; width = (width + 1) / 2) {
    __syncthreads();
    unsigned upper = (width + 1) / 2;
    if (t + upper < width) slots[t] += slots[t + upper];
  }
  if (t == 0) {
    while (atomicCAS(&locked, 0, 1) == 1)
      ;
    __threadfence();
    *result += slots[0];
    __threadfence();
    atomicExch(&locked, 0);
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  mutex_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
