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

namespace {

constexpr int best_threads = 256;
constexpr int most_blocks = 2048;

struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(real);
  real v[size];
};

__device__ real partials[most_blocks];
__device__ unsigned int arrived = 0;

__device__ real sum_of_block(real mine) {
  __shared__ real sums[best_threads / 32];
  for (int o = 16; o > 0; o /= 2) mine += __shfl_down_sync(0xffffffffu, mine, o);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < 32) {
    mine = threadIdx.x < best_threads / 32 ? sums[threadIdx.x] : real(0);
    for (int o = 16; o > 0; o /= 2) mine += __shfl_down_sync(0xffffffffu, mine, o);
  }
  return mine;
}

/// One launch: the block that arrives last adds up the sums of all blocks. atomicInc wraps around,
/// so that the counter is 0 again for the next call.
__global__ void __launch_bounds__(best_threads)
    best_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ bool last;
  const long long me = static_cast<long long>(blockIdx.x) * best_threads + threadIdx.x;
  const long long stride = static_cast<long long>(gridDim.x) * best_threads;
  const auto* a = reinterpret_cast<const Pack*>(A);
  const auto* b = reinterpret_cast<const Pack*>(B);
  const long long packs = n / Pack::size;

  real mine = 0;
#pragma unroll 4
  for (long long p = me; p < packs; p += stride) {
    const Pack x = a[p], y = b[p];
#pragma unroll
    for (int e = 0; e < Pack::size; ++e) mine += x.v[e] * y.v[e];
  }
  const long long tail = packs * Pack::size + me;
  if (tail < n) mine += A[tail] * B[tail];  // fewer than Pack::size elements

  mine = sum_of_block(mine);
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = mine;
    __threadfence();
    last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;

  __threadfence();
  real total = 0;
  for (int p = threadIdx.x; p < gridDim.x; p += best_threads) total += __ldcg(&partials[p]);
  total = sum_of_block(total);
  if (threadIdx.x == 0) *result = total;
}

}  // namespace

void dot_best(int n, const real* A, const real* B, real* result) {
  int device, processors, per_processor;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, best_kernel, best_threads, 0));
  int blocks = processors * per_processor;
  const int needed = n / (best_threads * Pack::size) + 1;
  if (blocks > needed) blocks = needed;
  if (blocks > most_blocks) blocks = most_blocks;
  best_kernel<<<blocks, best_threads>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
