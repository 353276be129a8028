#include "dot.h"
#include <stdio.h>

__global__ void dot_product(int N, const real* x, const real* y, real* dot) {
  extern __shared__ real cache[];
  int cacheIndex = threadIdx.x;
  real temp = 0;
  for (long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x; tid < N;
       tid += (long long)blockDim.x * gridDim.x)
    temp += x[tid] * y[tid];
  cache[cacheIndex] = temp;
  __syncthreads();

  // works for any block size
  for (int width = blockDim.x; width > 1;) {
    int next = (width + 1) / 2;
    if (cacheIndex + next < width) cache[cacheIndex] += cache[cacheIndex + next];
    __syncthreads();
    width = next;
  }
  if (cacheIndex == 0) atomicAdd(dot, cache[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  *result = 0;
  dot_product<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(err));
}
