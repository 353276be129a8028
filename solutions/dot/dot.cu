// Lab "dot": r = Σ A[i]·B[i] on a GPU, in four steps. What each function gets and promises stands
// in dot.h; read that first. Search for TODO to find what is left to write: TODO(dot.1) belongs to
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
  // BEGIN SOLUTION
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    sum += A[i] * B[i];
  }
  // END SOLUTION
  return sum;
}

/// Thread 0 gets the sum of `mine` over all threads of the block, the others parts of it. `partial`
/// is shared memory for blockDim.x numbers.
__device__ real block_sum(real mine, real* partial) {
  // TODO(dot.1): every thread writes its number to partial[]. Then, again and again, the lower half
  // of those that are left adds the upper half's numbers to its own, until one is left. Mind the
  // barrier between two steps: all threads must reach it, also those that have nothing to add.
  // blockDim.x need not be a power of two: of 96 threads, 48, 24, 12, 6, 3 are left, and then?
  // BEGIN SOLUTION
  const int t = static_cast<int>(threadIdx.x);
  partial[t] = mine;
  // Of an odd number the one in the middle has no partner and stays: 3 become 2.
  for (int left = static_cast<int>(blockDim.x); left > 1;) {
    const int half = (left + 1) / 2;
    __syncthreads();
    if (t < left - half) partial[t] += partial[t + half];
    left = half;
  }
  // END SOLUTION
  return partial[threadIdx.x];
}

// BEGIN SOLUTION
__device__ int lock = 0;  // 1 while a block holds it

// END SOLUTION
/// With blockDim.x elements of dynamic shared memory.
__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  // TODO(dot.1): thread 0 adds the block's sum to *result, between taking a lock and releasing it:
  // a `__device__ int` that atomicCAS(&lock, 0, 1) changes from 0 to 1 (try until it returns 0) and
  // atomicExch(&lock, 0) changes back.
  //   - Only one thread of a block may try. Threads of one warp that wait for each other never end.
  //   - __threadfence() after taking the lock, or the old *result may be read; and again before
  //     releasing it, or the next block may take the lock before the new one can be seen.
  // BEGIN SOLUTION
  extern __shared__ real partial[];
  const real sum = block_sum(thread_sum(n, A, B), partial);
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *result += sum;
    __threadfence();
    atomicExch(&lock, 0);
  }
  // END SOLUTION
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  // TODO(dot.1): set *result to 0 (cudaMemsetAsync: all bits 0 are the number 0), then launch
  // mutex_kernel with dot_blocks blocks and block_size * sizeof(real) bytes of dynamic shared
  // memory: kernel<<<grid, block, bytes>>>(...).
  // BEGIN SOLUTION
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  mutex_kernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
  CHECK(cudaGetLastError());
  // END SOLUTION
}

// Task 2: one atomicAdd for each block.

/// With blockDim.x elements of dynamic shared memory.
__global__ void atomic_kernel(int n, const real* A, const real* B, real* result) {
  // TODO(dot.2): as task 1, but thread 0 adds the block's sum by atomicAdd: one operation of the
  // memory does what the lock did. (And why not one atomicAdd for each thread?)
  // BEGIN SOLUTION
  extern __shared__ real partial[];
  const real sum = block_sum(thread_sum(n, A, B), partial);
  if (threadIdx.x == 0) atomicAdd(result, sum);
  // END SOLUTION
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  // TODO(dot.2): as task 1, with atomic_kernel.
  // BEGIN SOLUTION
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  atomic_kernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
  CHECK(cudaGetLastError());
  // END SOLUTION
}

// Task 3: warp shuffles.

/// The sum of `mine` over the 32 lanes of a warp, in lane 0. All lanes must call it.
__device__ real warp_sum(real mine) {
  // TODO(dot.3): five times, with offset = 16, 8, 4, 2, 1, add what the lane `offset` further on
  // holds: __shfl_down_sync(0xffffffffu, mine, offset). No shared memory, no barrier.
  // BEGIN SOLUTION
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) {
    mine += __shfl_down_sync(0xffffffffu, mine, offset);
  }
  // END SOLUTION
  return mine;
}

// BEGIN SOLUTION
/// The sum of `mine` over all threads of the block, in thread 0. All of them must call it, once.
__device__ real block_sum_by_shuffles(real mine) {
  __shared__ real of_warp[32];  // 1024 threads are 32 warps
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const real sum = warp_sum(mine);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp != 0) return 0;
  return warp_sum(lane < static_cast<int>(blockDim.x) / 32 ? of_warp[lane] : 0);
}

// END SOLUTION
__global__ void shuffle_kernel(int n, const real* A, const real* B, real* result) {
  // TODO(dot.3): add up each warp by warp_sum. Lane 0 of each warp writes the warp's sum to shared
  // memory (there are at most 32 warps); after one barrier the first warp adds those up, again by
  // warp_sum: lanes without a warp of their own contribute 0. Then one atomicAdd, as before.
  // BEGIN SOLUTION
  const real sum = block_sum_by_shuffles(thread_sum(n, A, B));
  if (threadIdx.x == 0) atomicAdd(result, sum);
  // END SOLUTION
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  // TODO(dot.3): as task 2, with shuffle_kernel, which needs no dynamic shared memory.
  // BEGIN SOLUTION
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  shuffle_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
  // END SOLUTION
}

// Task 4: as fast as you can.

// BEGIN SOLUTION

// Each element is read once, and nothing else takes time: so the memory must never wait for us. A
// few blocks for each multiprocessor, each thread with several loads of 16 bytes on their way at
// once. Everything happens in one launch: the block that finishes last adds up the sums of all
// blocks. It does so in a fixed order, so that the result is the same, to the last bit, in every
// run on the same device: no atomicAdd of numbers can promise that.

constexpr int vector_length = 16 / static_cast<int>(sizeof(real));

/// 16 bytes: what one thread can load at once.
struct alignas(16) Vector {
  real value[vector_length];
};

constexpr int best_threads = 256;
constexpr int blocks_per_multiprocessor = 4;
constexpr int most_blocks = 1024;  // what `sum_of_block` has room for
constexpr int loads_at_once = 4;   // of A, and as many of B

__device__ real sum_of_block[most_blocks];
__device__ unsigned blocks_done = 0;  // 0 again when the kernel has ended

__global__ void __launch_bounds__(best_threads, blocks_per_multiprocessor)
    best_kernel(int n, const real* A, const real* B, real* result) {
  const Vector* a = reinterpret_cast<const Vector*>(A);  // the arrays are 256-byte aligned
  const Vector* b = reinterpret_cast<const Vector*>(B);
  const int vectors = n / vector_length;
  const long long threads = static_cast<long long>(gridDim.x) * best_threads;
  const long long first = static_cast<long long>(blockIdx.x) * best_threads + threadIdx.x;

  real sum[vector_length] = {};  // one for each place in a vector: sums that need not wait
  const auto add = [&sum](const Vector& x, const Vector& y) {
#pragma unroll
    for (int j = 0; j < vector_length; ++j) sum[j] += x.value[j] * y.value[j];
  };
  long long i = first;
  for (; i + (loads_at_once - 1) * threads < vectors; i += loads_at_once * threads) {
    Vector x[loads_at_once], y[loads_at_once];
#pragma unroll
    for (int load = 0; load < loads_at_once; ++load) {
      x[load] = a[i + load * threads];
      y[load] = b[i + load * threads];
    }
#pragma unroll
    for (int load = 0; load < loads_at_once; ++load) add(x[load], y[load]);
  }
  for (; i < vectors; i += threads) {
    const Vector x = a[i], y = b[i];
    add(x, y);
  }
  // What is left when n is not a multiple of vector_length: less than one vector.
  const long long rest = static_cast<long long>(vectors) * vector_length + first;
  if (rest < n) sum[0] += A[rest] * B[rest];

  real mine = 0;
#pragma unroll
  for (int j = 0; j < vector_length; ++j) mine += sum[j];
  const real block = block_sum_by_shuffles(mine);

  // The fence before the ticket is drawn lets whoever draws a later one see this block's sum; the
  // one after it keeps the sums of the others from being read too early.
  __shared__ bool last;
  if (threadIdx.x == 0) {
    sum_of_block[blockIdx.x] = block;
    __threadfence();
    last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;  // the last one sets it to 0
    __threadfence();
  }
  __syncthreads();
  if (!last) return;
  mine = 0;
  for (int other = static_cast<int>(threadIdx.x); other < static_cast<int>(gridDim.x);
       other += best_threads) {
    mine += sum_of_block[other];
  }
  const real total = block_sum_by_shuffles(mine);
  if (threadIdx.x == 0) *result = total;
}

// END SOLUTION

void dot_best(int n, const real* A, const real* B, real* result) {
  // TODO(dot.4): the leaderboard. Each element must be read once: how near do you come to the speed
  // at which the device reads its memory? Where to go from here: 16 bytes a load (float4, double2;
  // mind the last elements), several loads on their way before the first is used, as many blocks as
  // the device holds at once. And does it take two operations on the device, or will one launch do?
  // BEGIN SOLUTION
  int device = 0;
  int multiprocessors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const int vectors = n / vector_length;
  int blocks = blocks_per_multiprocessor * multiprocessors;
  const int useful = vectors / best_threads + 1;
  if (blocks > useful) blocks = useful;
  if (blocks > most_blocks) blocks = most_blocks;
  best_kernel<<<blocks, best_threads>>>(n, A, B, result);
  CHECK(cudaGetLastError());
  // END SOLUTION
}
