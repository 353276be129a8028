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
  // Everything happens within a warp, so one word for each lane is enough.
  __shared__ real chunk[32];
  constexpr int mine = (M + CS - 1) / CS;

  const int lane = threadIdx.x % 32;
  const int k = lane % CS;
  const real* const group = chunk + (lane - k);
  const int products = blockDim.x / CS;

  // `first` belongs to the block: all warps make the same number of rounds
  for (long long first = static_cast<long long>(blockIdx.x) * products; first < S;
       first += static_cast<long long>(gridDim.x) * products) {
    const long long h = first + threadIdx.x / CS;
    real sum[mine] = {};

    for (int c = 0; c < N; c += CS) {
      if (c + k < N) chunk[lane] = in[h * N + c + k];
      __syncwarp();
      const int count = N - c < CS ? N - c : CS;
      for (int j = 0; j < count; ++j) {
        const real v = group[j];
#pragma unroll
        for (int q = 0; q < mine; ++q) {
          const int i = k + q * CS;
          if (i < M) sum[q] += matrix[i][c + j] * v;
        }
      }
      __syncwarp();
    }

#pragma unroll
    for (int q = 0; q < mine; ++q)
      if (k + q * CS < M) out[h * M + k + q * CS] = sum[q];
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  sh_ochunk_kernel<<<blocks, threads>>>(S, in, out);
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
