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

// one row of shared memory per thread, first for its vector and then for its result
constexpr int W = (M > N ? M : N) | 1;  // odd = no bank conflicts

__global__ void __launch_bounds__(1024) sh_kernel(int S, const real* in, real* out) {
    extern __shared__ __align__(16) real room[];
    const int T = blockDim.x;
    const int t = threadIdx.x;
    real* mine = room + t * W;
    for (long long base = (long long)blockIdx.x * T; base < S; base += (long long)gridDim.x * T) {
        // 1. load
        for (int e = t; e < T * N; e += T) room[e / N * W + e % N] = in[base * N + e];
        __syncthreads();
        // 2. compute, the results are in registers first because the row still has the vector
        real res[M];
        for (int i = 0; i < M; i++) {
            res[i] = 0;
            for (int j = 0; j < N; j++) res[i] += matrix[i][j] * mine[j];
        }
        // it is my own row, no barrier needed here
        for (int i = 0; i < M; i++) mine[i] = res[i];
        __syncthreads();
        // 3. store
        for (int e = t; e < T * M; e += T) out[base * M + e] = room[e / M * W + e % M];
    }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
    if (S == 0) return;
    const int limit = shared_memory / (W * (int)sizeof(real)) / 32 * 32;
    if (threads > limit) threads = limit;
    sh_kernel<<<blocks, threads, threads * W * sizeof(real)>>>(S, in, out);
    CHECK(cudaGetLastError());
}

// Task 3: CS threads a product, which hand chunks of the vector to one another.

__global__ void __launch_bounds__(1024) sh_ochunk_kernel(int S, const real* in, real* out) {
  // TODO(matvec-chunk.3): CS = 8 neighboring threads are a group, which computes one product.
  // Thread k of a group owns the outputs k, k + CS, k + 2·CS …, and sums all of them in registers:
  //     real sum[(M + CS - 1) / CS] = {};
  // For each chunk of CS elements of the vector,
  //   1. thread k reads element k of the chunk and puts it into shared memory,
  //   2. each thread of the group reads all CS elements there, and adds their products with
  //      `matrix` to its sums.
  // What to get right:
  //   - Lanes of a warp do not run in step: __syncwarp() must stand between 1 and 2, and between 2
  //     and the next 1 as well, unless that writes to other words. __syncthreads() is not needed.
  //   - Every lane of a warp must reach every __syncwarp(): let all threads of a block make the
  //     same number of rounds. The overflow area allows it.
  //   - First for M and N that are multiples of 8; then the last chunk and the last outputs.
  //   - Loops over sum[] need constant limits and `#pragma unroll`, or it will not live in
  //     registers.
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  // TODO(matvec-chunk.3): launch sh_ochunk_kernel, with room for the chunks in shared memory. A
  // block computes threads / CS products at a time.
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
