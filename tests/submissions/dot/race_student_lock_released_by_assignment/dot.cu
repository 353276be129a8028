#include "dot.h"

__device__ int mutex = 0;

__global__ void dotMutex(int n, const real* A, const real* B, real* result) {
  extern __shared__ real sdata[];
  unsigned tid = threadIdx.x;
  real mySum = 0;
  for (long long i = (long long)blockIdx.x * blockDim.x + tid; i < n; i += (long long)gridDim.x * blockDim.x)
    mySum += A[i] * B[i];
  sdata[tid] = mySum;
  __syncthreads();

  // reduction in shared memory, also for odd sizes
  unsigned cnt = blockDim.x;
  while (cnt > 1) {
    unsigned half = (cnt + 1) / 2;
    if (tid + half < cnt) sdata[tid] += sdata[tid + half];
    __syncthreads();
    cnt = half;
  }

  if (tid == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0);   // lock
    __threadfence();
    *result += sdata[0];
    __threadfence();
    mutex = 0;                              // unlock
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dotMutex<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
