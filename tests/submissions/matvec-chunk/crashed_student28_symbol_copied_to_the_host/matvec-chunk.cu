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

// Constant memory is slow when the lanes of a warp read different rows. So A is copied to ordinary
// global memory first, from where the lanes can read whatever they like (L1 cache).
__global__ void __launch_bounds__(1024) best_kernel(int S, const real* __restrict__ a,
                                                    const real* __restrict__ in, real* __restrict__ out) {
  const long long outputs = (long long)S * M;
  const long long stride = (long long)gridDim.x * blockDim.x;
  for (long long g = (long long)blockIdx.x * blockDim.x + threadIdx.x; g < outputs; g += stride) {
    const long long h = g / M;
    const int i = (int)(g % M);
    const real* v = in + h * N;
    const real* row = a + i * N;
    real sum = 0;
#pragma unroll
    for (int j = 0; j < N; ++j) sum += row[j] * v[j];
    out[g] = sum;
  }
}

void mxv_best(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  real* a = nullptr;
  CHECK(cudaMalloc(&a, sizeof(matrix)));
  CHECK(cudaMemcpyFromSymbol(a, matrix, sizeof(matrix)));
  best_kernel<<<blocks, threads>>>(S, a, in, out);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());  // a is still in use until here
  CHECK(cudaFree(a));
}
