// Two mistakes: no barrier before the tree, which does for blocks of a power of two alone.
#include "dot.h"

#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real partial[];
  real sum = 0;
  const long long threads = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += A[i] * B[i];
  partial[threadIdx.x] = sum;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *result += partial[0];
    __threadfence();
    atomicExch(&lock, 0);
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemsetAsync(result, 0, sizeof(real));
  mutex_kernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
