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
  // TODO(dot.1): every thread writes its number to partial[]. Then, again and again, the lower half
  // of those that are left adds the upper half's numbers to its own, until one is left. Mind the
  // barrier between two steps: all threads must reach it, also those that have nothing to add.
  // blockDim.x need not be a power of two: of 96 threads, 48, 24, 12, 6, 3 are left, and then?
  return partial[threadIdx.x];
}

/// With blockDim.x elements of dynamic shared memory.
__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  // TODO(dot.1): thread 0 adds the block's sum to *result, between taking a lock and releasing it:
  // a `__device__ int` that atomicCAS(&lock, 0, 1) changes from 0 to 1 (try until it returns 0) and
  // atomicExch(&lock, 0) changes back.
  //   - Only one thread of a block may try. Threads of one warp that wait for each other never end.
  //   - __threadfence() after taking the lock, or the old *result may be read; and again before
  //     releasing it, or the next block may take the lock before the new one can be seen.
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  // TODO(dot.1): set *result to 0 (cudaMemsetAsync: all bits 0 are the number 0), then launch
  // mutex_kernel with dot_blocks blocks and block_size * sizeof(real) bytes of dynamic shared
  // memory: kernel<<<grid, block, bytes>>>(...).
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
#pragma unroll
  for (int offset = 16; offset >= 1; offset >>= 1) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  return mine;
}

__global__ void shuffle_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ real sums[32];
  const unsigned warp = threadIdx.x >> 5;  // threadIdx.x / 32
  const unsigned lane = threadIdx.x & 32;  // threadIdx.x % 32
  const unsigned warps = blockDim.x >> 5;

  real sum = warp_sum(thread_sum(n, A, B));
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = warp_sum(lane < warps ? sums[lane] : real(0));
    if (lane == 0) atomicAdd(result, sum);
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  shuffle_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}

// Task 4: as fast as you can.

void dot_best(int n, const real* A, const real* B, real* result) {
  // TODO(dot.4): the leaderboard. Each element must be read once: how near do you come to the speed
  // at which the device reads its memory? Where to go from here: 16 bytes a load (float4, double2;
  // mind the last elements), several loads on their way before the first is used, as many blocks as
  // the device holds at once. And does it take two operations on the device, or will one launch do?
}
