// The launch of task 1 was copied without its third argument.
#include "dot.h"

#include <cuda_runtime.h>

__device__ real block_sum(real mine, real* partial) {
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned count = blockDim.x; count > 1; count = (count + 1) / 2) {
    const unsigned half = (count + 1) / 2;
    if (threadIdx.x + half < count) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  return partial[0];
}

__global__ void atomic_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real partial[];
  real sum = 0;
  const long long threads = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    sum += A[i] * B[i];
  sum = block_sum(sum, partial);
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  atomic_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
}
