#include "dot.h"

__global__ void dot(int n, const real* A, const real* B, real* result) {
  extern __shared__ real cache[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  cache[t] = i < n ? A[i] * B[i] : 0;
  for (int left = blockDim.x; left > 1;) {
    int half = (left + 1) / 2;
    __syncthreads();
    if (t + half < left) cache[t] += cache[t + half];
    left = half;
  }
  if (t == 0) atomicAdd(result, cache[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dot<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
