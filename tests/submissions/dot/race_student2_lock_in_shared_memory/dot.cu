#include "dot.h"

#include <stdio.h>

// spin lock, 0 = free, 1 = taken
__device__ void acquire(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
    // try until we get it
  }
  __threadfence();
}

__device__ void release(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void dot_kernel(int n, const real *A, const real *B, real *result) {
  extern __shared__ real buf[];
  __shared__ int lock;
  const int me = threadIdx.x;
  if (me == 0) lock = 0;

  real r = 0;
  long long i = (long long)blockDim.x * blockIdx.x + me;
  while (i < n) {
    r += A[i] * B[i];
    i += (long long)blockDim.x * gridDim.x;
  }
  buf[me] = r;
  __syncthreads();

  // first fold everything above the largest power of 2 (block size may be 96, 160, ...)
  int p = 1;
  while (2 * p <= blockDim.x) p *= 2;
  if (me >= p) buf[me - p] += r;
  __syncthreads();

  for (int s = p / 2; s > 0; s /= 2) {
    if (me < s) buf[me] += buf[me + s];
    __syncthreads();
  }

  if (me == 0) {
    acquire(&lock);
    *result += buf[0];
    release(&lock);
  }
}

void dot_mutex(int n, const real *A, const real *B, real *result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dot_kernel<<<dot_blocks, block_size, sizeof(real) * block_size>>>(n, A, B, result);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) fprintf(stderr, "dot_kernel: %s\n", cudaGetErrorString(e));
}
