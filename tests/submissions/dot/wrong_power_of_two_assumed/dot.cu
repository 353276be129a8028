#include "dot.h"

__global__ void dot(int n, const real* A, const real* B, real* result) {
  extern __shared__ real cache[];
  int t = threadIdx.x;
  real sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += A[i] * B[i];
  cache[t] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) cache[t] += cache[t + s];
    __syncthreads();
  }
  if (t == 0) atomicAdd(result, cache[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dot<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
