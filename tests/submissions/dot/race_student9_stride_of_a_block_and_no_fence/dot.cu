#include "dot.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

// Task 1: a tree in shared memory, and a lock.

__device__ int mutex = 0;

__device__ void acquire() {
  while (atomicCAS(&mutex, 0, 1) == 1);
  __threadfence();
}

__device__ void release() {
  atomicExch(&mutex, 0);
}

/// This thread's part of the sum
__device__ real thread_sum(int n, const real* A, const real* B) {
  real sum = 0;
  const long long first = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  const long long stride = static_cast<long long>(blockDim.x);
  for (long long i = first; i < n; i += stride) {
    sum += A[i] * B[i];
  }
  return sum;
}

/// Thread 0 gets the sum of `mine` over all threads of the block
__device__ real block_sum(real mine, real* partial) {
  partial[threadIdx.x] = mine;
  __syncthreads();
  // begin with a power of two that is at least blockDim.x
  for (int half = 512; half > 0; half /= 2) {
    if (threadIdx.x < half && threadIdx.x + half < blockDim.x) {
      partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    __syncthreads();
  }
  return partial[threadIdx.x];
}

__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real partial[];
  const real mine = thread_sum(n, A, B);
  const real total = block_sum(mine, partial);
  if (threadIdx.x == 0) {
    acquire();
    *result = *result + total;
    release();
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof *result));
  const std::size_t bytes = block_size * sizeof(real);
  mutex_kernel<<<dot_blocks, block_size, bytes>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
