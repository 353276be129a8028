#include "dot.h"

__global__ void dotAtomicKernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real partial[];
  const int tid = threadIdx.x;

  // result starts with garbage
  if (blockIdx.x == 0 && tid == 0) *result = 0;

  real sum = 0;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x)
    sum += A[i] * B[i];
  partial[tid] = sum;
  __syncthreads();

  if (tid == 0) {
    for (int i = 1; i < blockDim.x; i++)
      sum += partial[i];
    atomicAdd(result, sum);
  }
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  dotAtomicKernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
