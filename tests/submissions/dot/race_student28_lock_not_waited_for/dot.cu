// Lab "dot": r = Σ A[i]·B[i] on a GPU, in four steps. Read dot.h first: it says what each
// function gets and promises. Search for TODO to find what is left to write: TODO(dot.1) belongs to
// task 1 of the handout, and so on. After each step run
//     make grade LAB=dot TASK=dot_mutex
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

/// This thread's part of the sum: the terms i, i + threads of the grid, i + 2·threads of the grid …
__device__ real thread_sum(int n, const real* A, const real* B) {
  real sum = 0;
  const long long stride = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) sum += A[i] * B[i];
  return sum;
}

/// Thread 0 gets the sum of `mine` over all threads of the block, the others parts of it. `partial`
/// is shared memory for blockDim.x numbers.
__device__ real block_sum(real mine, real* partial) {
  const int t = threadIdx.x;
  partial[t] = mine;
  int left = blockDim.x;
  while (left > 1) {
    const int half = (left + 1) / 2;  // of 3, two stay
    __syncthreads();
    if (t + half < left) partial[t] += partial[t + half];
    left = half;
  }
  return partial[t];
}

/// With blockDim.x elements of dynamic shared memory.
__device__ int lock = 0;  // 0: free, 1: taken

__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real partial[];
  const real sum = block_sum(thread_sum(n, A, B), partial);
  if (threadIdx.x == 0) {
    atomicCAS(&lock, 0, 1);  // wait for the lock
    __threadfence();
    *result += sum;
    __threadfence();
    atomicExch(&lock, 0);  // and release it
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  mutex_kernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}

// Task 2: one atomicAdd for each block.

/// With blockDim.x elements of dynamic shared memory.
__global__ void atomic_kernel(int n, const real* A, const real* B, real* result) {
  // TODO(dot.2): as task 1, but thread 0 adds the block's sum by atomicAdd: one operation of the
  // memory does what the lock did. (And why not one atomicAdd for each thread?)
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  // TODO(dot.2): as task 1, with atomic_kernel.
}

// Task 3: warp shuffles.

/// The sum of `mine` over the 32 lanes of a warp, in lane 0. All lanes must call it.
__device__ real warp_sum(real mine) {
  // TODO(dot.3): five times, with offset = 16, 8, 4, 2, 1, add what the lane `offset` further on
  // holds: __shfl_down_sync(0xffffffffu, mine, offset). No shared memory, no barrier.
  return mine;
}

__global__ void shuffle_kernel(int n, const real* A, const real* B, real* result) {
  // TODO(dot.3): add up each warp by warp_sum. Lane 0 of each warp writes the warp's sum to shared
  // memory (there are at most 32 warps); after one barrier the first warp adds those up, again by
  // warp_sum: lanes without a warp of their own contribute 0. Then one atomicAdd, as before.
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  // TODO(dot.3): as task 2, with shuffle_kernel, which needs no dynamic shared memory.
}

// Task 4: as fast as you can.

void dot_best(int n, const real* A, const real* B, real* result) {
  // TODO(dot.4): the leaderboard. Each element must be read once: how near do you come to the speed
  // at which the device reads its memory? Where to go from here: 16 bytes a load (float4, double2;
  // mind the last elements), several loads on their way before the first is used, as many blocks as
  // the device holds at once. And does it take two operations on the device, or will one launch do?
}
