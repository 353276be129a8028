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

/// Grid-stride loops in both directions: the grid need not cover C.
__global__ void naive_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long row_step = static_cast<long long>(gridDim.y) * blockDim.y;
  const long long col_step = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long my_row = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  const long long my_col = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;

  real acc{0};  // stays in a register
  for (auto row = my_row; row < m; row += row_step) {
    for (auto col = my_col; col < n; col += col_step) {
      for (long long p = 0; p < k; ++p) {
        acc += A[row * k + p] * B[p * n + col];
      }
      C[row * n + col] = acc;
    }
  }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;  // a launch with an empty grid is an error
  // 128 blocks are about one per multiprocessor; the threads loop over the rest.
  const dim3 block(naive_columns, naive_rows);
  const dim3 grid(16, 8);
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

__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.3): a block has tile × tile threads (constexpr int tile = 32, or 16), one for each
  // element of its tile of C (handout: task 3). Walk along k in steps of `tile`. In each step
  //   1. every thread copies one element of A and one of B into shared memory
  //          __shared__ real As[tile][tile], Bs[tile][tile];
  //      (0 where the tile sticks out of the matrix: that adds nothing to the sum),
  //   2. all wait: __syncthreads(),
  //   3. every thread adds `tile` products from shared memory to its sum,
  //   4. all wait again, before the tiles are overwritten.
  // Every thread of the block must reach every __syncthreads(), those outside of C as well: so no
  // `return` before the end.
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.3): launch tiled_kernel with one block for each tile of C (handout: task 3).
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
