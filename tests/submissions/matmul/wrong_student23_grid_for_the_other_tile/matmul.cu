// Lab "matmul": C = A·B on a GPU, in five steps. Read matmul.h first: it says what each function
// gets and promises. Search for TODO to find what is left to write, and run
//     make grade LAB=matmul TASK=matmul_naive
// after each step. Tasks can be done in any order.
#include "matmul.h"

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

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

// Task 1: one thread for each element.

constexpr int naive_columns = 32;  // threads of a block along a row of C: one warp
constexpr int naive_rows = 8;
constexpr int most_blocks_y = 65535;  // a grid's limit in y; in x it is 2^31 − 1

__global__ void naive_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.1): find this thread's row and column of C, compute the sum of k products in a
  // register, and write it (handout: task 1). What to get right:
  //   - Threads beyond the last row or column must not read or write.
  //   - Neighboring threads (threadIdx.x) should have neighboring columns: then their loads of
  //     B and stores to C are coalesced.
  //   - row * k may exceed an int: compute indices in 64 bits (long long, std::size_t).
  //   - For more than half a million rows, the grid below stops at its limit in y: let each thread
  //     go on with row + gridDim.y * naive_rows until there are no more.
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;  // a launch with an empty grid is an error
  const dim3 block(naive_columns, naive_rows);
  const int blocks_y = parts(m, naive_rows);
  const dim3 grid(parts(n, naive_columns), blocks_y < most_blocks_y ? blocks_y : most_blocks_y);
  naive_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

// Task 2: each thread a patch, in registers.

__global__ void coarse_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.2): each thread computes a patch of 4 × 4 elements of C (constexpr ints above this
  // kernel; other shapes are worth a try; handout: task 2):
  //     real sum[patch_rows][patch_columns] = {};
  // For each p, load patch_rows values of A and patch_columns of B and use each several times: 8
  // loads for 16 multiply-adds in place of 2 for one. Loops over the patch need constant limits and
  // `#pragma unroll`, or sum[][] will not live in registers.
  // Let a thread's columns be blockDim.x apart, not side by side: then the threads of a warp still
  // read neighbors. At the right and lower edge, part of a patch lies outside.
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.2): launch coarse_kernel (handout: task 2). A block of x × y threads now covers x ·
  // patch_columns columns and y · patch_rows rows: the grid has fewer blocks than in task 1.
}

// Task 3: tiles in shared memory.

constexpr int tile = 32;        // large matrices
constexpr int small_tile = 16;  // small ones: more blocks, so more multiprocessors have work

template <int T>
__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const long long col = (long long)blockIdx.x * T + tx;

  for (long long row0 = (long long)blockIdx.y * T; row0 < m; row0 += (long long)gridDim.y * T) {
    const long long row = row0 + ty;
    real acc = 0;
    for (long long p = 0; p < k; p += T) {
      As[ty][tx] = row < m && p + tx < k ? A[row * k + p + tx] : real(0);
      Bs[ty][tx] = p + ty < k && col < n ? B[(p + ty) * n + col] : real(0);
      __syncthreads();
#pragma unroll
      for (int q = 0; q < T; ++q) acc += As[ty][q] * Bs[q][tx];
      __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = acc;
  }
}

template <int T>
void launch_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  const dim3 block(T, T);
  const int blocks_y = parts(m, T);
  const dim3 grid(parts(n, tile), blocks_y < most_blocks_y ? blocks_y : most_blocks_y);
  tiled_kernel<T><<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  if (m <= 64 || n <= 64)
    launch_tiled<small_tile>(m, n, k, A, B, C);
  else
    launch_tiled<tile>(m, n, k, A, B, C);
}

// Task 4: as fast as you can.

void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.4): the leaderboard (handout: task 4). Where to go from here: let each thread of
  // task 3 compute a patch as in task 2 (8 × 8 in float); load 16 bytes at a time (float4, double2)
  // where rows are aligned; load the next tiles while these are multiplied.
  // `make profile LAB=matmul` shows what is worth it.
}

// Task 5: from host memory to host memory.

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.5): A, B and C are in host memory here (handout: task 5). Allocate three arrays on
  // the device (cudaMalloc), copy A and B there (cudaMemcpy), call your fastest function from
  // above, copy C back, free the three. cudaMemcpy waits for the kernel: no other synchronization
  // is needed.
}
