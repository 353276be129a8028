// Lab "matvec-chunk": u(h) = A·v(h) for a million small vectors on a GPU, in four steps. Read
// matvec-chunk.h first: it says what each function gets and promises. M, N and CS are constants
// there, and `matrix` is A. Search for TODO to find what is left to write, and run
//     make grade LAB=matvec-chunk TASK=mxv_o_per_thd
// after each step. Tasks can be done in any order.
#include "matvec-chunk.h"

#include <cuda_runtime.h>

#include <algorithm>
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

/// How many parts of size `part` cover `whole`; the last one may stick out.
__host__ __device__ constexpr int parts(int whole, int part) {
  return whole / part + (whole % part != 0 ? 1 : 0);
}

/// Shared memory that a block of any device can have without asking for more, in bytes.
constexpr int shared_memory = 48 * 1024;

// Task 1: M threads a product, one output each.

// __launch_bounds__(1024): the compiler uses no more registers than 1024 threads can have.
__global__ void __launch_bounds__(1024) o_per_thd_kernel(int S, const real* in, real* out) {
  // TODO(matvec-chunk.1): a block computes blockDim.x / M products at a time (handout: task 1).
  //   - Which product is this thread's, and which of its outputs? Neighboring threads should
  //     write neighboring elements of out.
  //   - Sum the N products of its row of `matrix` and its vector in a register; write once.
  //   - Go on with the vectors gridDim.x * (blockDim.x / M) further on, until all S are done.
  //   - h * N may exceed an int: compute indices in 64 bits (long long).
  // The overflow area behind in and out saves a test for the last vectors.
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  // TODO(matvec-chunk.1): launch o_per_thd_kernel. With threads / M * M threads a block, none is
  // left over. S = 0 is a case of its own: a launch with an empty grid is an error.
}

// Task 2: one thread a product, vectors and results staged through shared memory.

__global__ void __launch_bounds__(1024) sh_kernel(int S, const real* in, real* out) {
  // TODO(matvec-chunk.2): the block has room for one vector and one result of each of its threads
  // in shared memory, whose size the launch gives:
  //     extern __shared__ __align__(16) real room[];
  // In each round,
  //   1. all threads together copy the block's next blockDim.x vectors, which are neighbors in
  //      memory, from `in` to shared memory: thread t takes elements t, t + blockDim.x, …
  //   2. each thread computes all M outputs of its own vector,
  //   3. all threads together copy the results to `out`, as in 1,
  // with __syncthreads() where a thread needs what others wrote. Count how many are needed.
  // 32 threads that read element j of 32 rows of 8 or 16 words are on 4 or 2 banks: think of the
  // length of a row.
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  // TODO(matvec-chunk.2): launch sh_kernel with shared memory for one vector and one result for
  // each thread: kernel<<<blocks, threads, bytes>>>. For large M and N, 1024 threads need more than
  // the `shared_memory` bytes that a block can have: use fewer threads then, in whole warps.
}

// Task 3: CS threads a product, which hand chunks of the vector to one another.

__global__ void __launch_bounds__(1024) sh_ochunk_kernel(int S, const real* in, real* out) {
  extern __shared__ real chunk[];  // one element per thread
  constexpr int own = parts(M, CS);
  constexpr int chunks = parts(N, CS);
  const int k = threadIdx.x % CS;
  const int group = threadIdx.x / CS;
  const int groups = blockDim.x / CS;
  real* elements = chunk + group * CS;  // of my group

  // The loop depends on the block only: every thread makes the same number of rounds (overflow area!)
  for (long long h0 = (long long)blockIdx.x * groups; h0 < S; h0 += (long long)gridDim.x * groups) {
    const long long h = h0 + group;
    real sum[own] = {};
#pragma unroll
    for (int c = 0; c < chunks; ++c) {
      const int length = min(CS, N - c);  // the last chunk can be shorter
      const int j = c * CS + k;
      if (j < N) elements[k] = in[h * N + j];
      __syncwarp();
#pragma unroll
      for (int r = 0; r < own; ++r) {
        const int i = k + r * CS;
        if (i < M) {
          for (int e = 0; e < length; ++e) sum[r] += matrix[i][c * CS + e] * elements[e];
        }
      }
      __syncwarp();
    }
#pragma unroll
    for (int r = 0; r < own; ++r) {
      const int i = k + r * CS;
      if (i < M) out[h * M + i] = sum[r];
    }
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  sh_ochunk_kernel<<<blocks, threads, threads * sizeof(real)>>>(S, in, out);
  CHECK(cudaGetLastError());
}

// Task 4: as fast as you can.

void mxv_best(int S, const real* in, real* out, int blocks, int threads) {
  // TODO(matvec-chunk.4): the leaderboard. Where to go from here: load and store 16 bytes at a time
  // (float4, double2); let a thread of task 2 compute several products, or several outputs of
  // several products, so that what it loads from shared memory is used more than once.
  // cudaGetSymbolAddress gives an ordinary pointer to `matrix`: through it, threads that read
  // different elements at a time read them as fast as other global memory.
  // `make profile LAB=matvec-chunk` shows what is worth it.
}
