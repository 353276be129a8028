#include "dot.h"

__global__ void dot(int n, const real* A, const real* B, real* result) {
  extern __shared__ real cache[];
  int t = threadIdx.x;
  real sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += A[i] * B[i];
  cache[t] = sum;
  __syncthreads();
  if (t == 0) {
    for (int i = 1; i < blockDim.x; i++) sum += cache[i];
    atomicAdd(result, sum);
  }
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  dot<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
