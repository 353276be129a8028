#include <cuda_runtime.h>
#include "dot.h"

struct Lock {
  int* state;
  __device__ void lock() {
    while (atomicCAS(state, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() { atomicExch(state, 0); }
};

__device__ int lock_state;

// sum of s[0..count) into s[0]
__device__ void reduce(real* s, int count) {
  for (; count > 1; count = (count + 1) / 2) {
    __syncthreads();
    int h = (count + 1) / 2;
    if (threadIdx.x < count - h) s[threadIdx.x] += s[threadIdx.x + h];
  }
}

__global__ void dot_lock(int n, const real* A, const real* B, real* result) {
  extern __shared__ real s[];
  long long step = (long long)gridDim.x * blockDim.x;
  real p = 0;
  for (long long i = threadIdx.x + (long long)blockDim.x * blockIdx.x; i < n; i += step) p += A[i] * B[i];
  s[threadIdx.x] = p;
  reduce(s, blockDim.x);
  if (threadIdx.x == 0) {
    Lock l = {&lock_state};
    l.lock();
    *result = *result + s[0];
    l.unlock();
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemsetAsync(result, 0, sizeof(real));
  dot_lock<<<dot_blocks, block_size, sizeof(real) * block_size>>>(n, A, B, result);
}
