#include "dot.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err_ = (call);                                                 \
    if (err_ != cudaSuccess) {                                                 \
      fprintf(stderr, "CUDA error line %d: %s\n", __LINE__, cudaGetErrorString(err_)); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// Task 1: a tree in shared memory, and a lock.

/// This thread's part of the sum: the terms i, i + threads of the grid, i + 2·threads of the grid …
__device__ real thread_sum(int n, const real* A, const real* B) {
  real sum = 0;
  // TODO(dot.1): i begins with this thread's number in the grid (long long). Neighboring threads
  // then read neighboring elements (coalesced), and every n is covered, also one smaller than the
  // grid.
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

// Task 2

__global__ void atomic_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real sh[];
  const auto step = static_cast<long long>(blockDim.x) * gridDim.x;
  auto acc = 0;
  for (auto idx = static_cast<long long>(blockDim.x) * blockIdx.x + threadIdx.x; idx < n;
       idx += step) {
    acc += A[idx] * B[idx];
  }
  sh[threadIdx.x] = acc;
  __syncthreads();
  // thread 0 adds them up pairwise with all others helping
  for (unsigned rest = blockDim.x; rest > 1;) {
    const auto mid = (rest + 1) / 2;
    if (threadIdx.x < rest / 2) sh[threadIdx.x] += sh[threadIdx.x + mid];
    __syncthreads();
    rest = mid;
  }
  if (threadIdx.x == 0) atomicAdd(result, sh[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemsetAsync(result, 0, sizeof(real));
  atomic_kernel<<<dot_blocks, block_size, sizeof(real) * block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
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
