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

#define PATCH_H 4
#define PATCH_W 2
#define BLOCK_X 32
#define BLOCK_Y 8
#define IDX(i, j, width) ((size_t)(i) * (width) + (j))

// Patch of a thread: PATCH_H rows one below the other, PATCH_W columns BLOCK_X apart.
__global__ void coarse_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const int col = blockIdx.x * (BLOCK_X * PATCH_W) + threadIdx.x;
  const int step = gridDim.y * (BLOCK_Y * PATCH_H);

  for (int row = (blockIdx.y * BLOCK_Y + threadIdx.y) * PATCH_H; row < m; row += step) {
    // outside of C: nothing to do for this patch
    if (row + PATCH_H > m || col + (PATCH_W - 1) * BLOCK_X >= n) continue;

    real acc[PATCH_H][PATCH_W] = {};
    for (int p = 0; p < k; p++) {
      real a[PATCH_H], b[PATCH_W];
#pragma unroll
      for (int r = 0; r < PATCH_H; r++) {
        const int i = row + r < m ? row + r : m - 1;
        a[r] = A[IDX(i, p, k)];
      }
#pragma unroll
      for (int c = 0; c < PATCH_W; c++) {
        const int j = col + c * BLOCK_X < n ? col + c * BLOCK_X : n - 1;
        b[c] = B[IDX(p, j, n)];
      }
#pragma unroll
      for (int r = 0; r < PATCH_H; r++)
#pragma unroll
        for (int c = 0; c < PATCH_W; c++) acc[r][c] += a[r] * b[c];
    }

#pragma unroll
    for (int r = 0; r < PATCH_H; r++)
#pragma unroll
      for (int c = 0; c < PATCH_W; c++)
        if (row + r < m && col + c * BLOCK_X < n) C[IDX(row + r, col + c * BLOCK_X, n)] = acc[r][c];
  }
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const int tall = parts(m, BLOCK_Y * PATCH_H);
  dim3 block(BLOCK_X, BLOCK_Y);
  dim3 grid(parts(n, BLOCK_X * PATCH_W), tall < most_blocks_y ? tall : most_blocks_y);
  coarse_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
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
