#include "dot.h"

__global__ void dot(int n, const real* A, const real* B, real* result) {
  extern __shared__ real sh[];
  unsigned int t = threadIdx.x;
  sh[t] = 0;
  for (long long i = (long long)blockIdx.x * blockDim.x + t; i < n; i += (long long)gridDim.x * blockDim.x)
    sh[t] += A[i] * B[i];
  __syncthreads();
  // do reduction in shared mem (any number of threads, not only 2^k)
  for (int s = blockDim.x; s > 0; s = (s + 1) / 2) {
    if (t < s / 2) sh[t] += sh[t + (s + 1) / 2];
    __syncthreads();
  }
  // write result for this block to global mem
  if (t == 0) atomicAdd(result, sh[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dot<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
