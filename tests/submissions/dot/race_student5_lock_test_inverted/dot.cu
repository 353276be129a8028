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

/// This thread's part of the sum: the terms i, i + threads of the grid, i + 2·threads of the grid …
__device__ real thread_sum(int n, const real* A, const real* B) {
  real sum = 0;
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    sum += A[i] * B[i];
  }
  return sum;
}

/// Thread 0 gets the sum of `mine` over all threads of the block, the others parts of it. `partial`
/// is shared memory for blockDim.x numbers.
__device__ real block_sum(real mine, real* partial) {
  const int t = static_cast<int>(threadIdx.x);
  partial[t] = mine;
  // Of an odd number the one in the middle has no partner and stays: 3 become 2.
  for (int left = static_cast<int>(blockDim.x); left > 1;) {
    const int half = (left + 1) / 2;
    __syncthreads();
    if (t < left - half) partial[t] += partial[t + half];
    left = half;
  }
  return partial[threadIdx.x];
}

__device__ int lock = 0;  // 1 while a block holds it

/// With blockDim.x elements of dynamic shared memory.
__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real partial[];
  const real sum = block_sum(thread_sum(n, A, B), partial);
  if (threadIdx.x == 0) {
    // spin until I have got the lock
    bool waiting = true;
    while (waiting) waiting = atomicCAS(&lock, 0, 1) == 0;
    __threadfence();
    *result += sum;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  mutex_kernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
