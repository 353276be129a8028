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


__global__ void shuffle_kernel(int n, const real* A, const real* B, real* result) {
  // TODO(dot.3): add up each warp by warp_sum. Lane 0 of each warp writes the warp's sum to shared
  // memory (there are at most 32 warps); after one barrier the first warp adds those up, again by
  // warp_sum: lanes without a warp of their own contribute 0. Then one atomicAdd, as before.
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  // TODO(dot.3): as task 2, with shuffle_kernel, which needs no dynamic shared memory.
}

// Task 4: as fast as you can.

// As many numbers as fit into one 16 byte load.
enum { PER_LOAD = 16 / sizeof(real), TPB = 256, NBLOCKS = 264 };

struct __align__(16) Pack {
  real e[PER_LOAD];
};

__global__ void packed_dot(int n, const real* __restrict__ A, const real* __restrict__ B, real* out) {
  __shared__ real tmp[TPB];
  const Pack* pa = (const Pack*)A;
  const Pack* pb = (const Pack*)B;
  const int npacks = n / PER_LOAD;
  real s = 0;

  for (int q = blockIdx.x * TPB + threadIdx.x; q < npacks; q += NBLOCKS * TPB) {
    Pack x = pa[q];
    Pack y = pb[q];
#pragma unroll
    for (int e = 0; e < PER_LOAD; e++) s += x.e[e] * y.e[e];
  }
  // the few numbers behind the last full pack
  const int leftover = n % PER_LOAD;
  if (threadIdx.x < leftover) {
    const int last = npacks * PER_LOAD + threadIdx.x;
    s += A[last] * B[last];
  }

  tmp[threadIdx.x] = s;
  __syncthreads();
  for (int d = TPB / 2; d; d /= 2) {
    if (threadIdx.x < d) tmp[threadIdx.x] += tmp[threadIdx.x + d];
    __syncthreads();
  }
  if (!threadIdx.x) atomicAdd(out, tmp[0]);
}

void dot_best(int n, const real* A, const real* B, real* result) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  packed_dot<<<NBLOCKS, TPB>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
