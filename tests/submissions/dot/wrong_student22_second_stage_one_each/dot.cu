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

namespace two_stage {

constexpr int threads = 256;
constexpr int most_blocks = 512;

/// The sum over the block, in thread 0.
__device__ real reduce(real value) {
  __shared__ real warps[threads / 32];
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  real total = 0;
  if (threadIdx.x == 0)
    for (real w : warps) total += w;
  return total;
}

/// Stage 1: one sum for each block.
__global__ void sums_of_blocks(int n, const real* A, const real* B, real* sums) {
  real mine = 0;
  for (long long i = blockIdx.x * threads + threadIdx.x; i < n; i += (long long)gridDim.x * threads)
    mine += A[i] * B[i];
  mine = reduce(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = mine;
}

/// Stage 2: one block adds them up.
__global__ void sum_of_sums(int count, const real* sums, real* result) {
  real mine = threadIdx.x < count ? sums[threadIdx.x] : 0;
  mine = reduce(mine);
  if (threadIdx.x == 0) *result = mine;
}

}  // namespace two_stage

void dot_best(int n, const real* A, const real* B, real* result) {
  using namespace two_stage;
  const int wanted = n / threads + (n % threads != 0);
  const int blocks = wanted == 0 ? 1 : wanted < most_blocks ? wanted : most_blocks;

  real* sums = nullptr;
  CHECK(cudaMalloc(&sums, blocks * sizeof(real)));
  sums_of_blocks<<<blocks, threads>>>(n, A, B, sums);
  CHECK(cudaGetLastError());
  sum_of_sums<<<1, threads>>>(blocks, sums, result);
  CHECK(cudaGetLastError());
  CHECK(cudaFree(sums));
}
