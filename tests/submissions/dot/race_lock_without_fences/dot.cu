#include "dot.h"

__device__ int mutex = 0;

__global__ void dot(int n, const real* A, const real* B, real* result) {
  extern __shared__ real cache[];
  int t = threadIdx.x;
  real sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += A[i] * B[i];
  cache[t] = sum;
  __syncthreads();
  int left = blockDim.x;
  while (left > 1) {
    int half = (left + 1) / 2;
    if (t + half < left) cache[t] += cache[t + half];
    __syncthreads();
    left = half;
  }
  if (t == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0)
      ;
    *result += cache[0];
    atomicExch(&mutex, 0);
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dot<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
