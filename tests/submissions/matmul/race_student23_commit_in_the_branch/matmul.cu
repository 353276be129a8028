// Lab "matmul": C = A·B on a GPU, in five steps. Read matmul.h first: it says what each function
// gets and promises. Search for TODO to find what is left to write, and run
//     make grade LAB=matmul TASK=matmul_naive
// after each step. Tasks can be done in any order.
#include "matmul.h"

#include <cuda_runtime.h>
#include <cuda_pipeline.h>

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

namespace {

constexpr int bt = 32;      // a block's tile of C is bt x bt
constexpr int bt_rows = 8;  // threads are bt x bt_rows, each has bt / bt_rows rows

/// Starts the copies of one tile of a row-major matrix of rows x columns; 0 outside of it.
__device__ void start_tile(real (*to)[bt], const real* from, int rows, int columns, long long row0,
                           long long column0) {
  const long long column = column0 + threadIdx.x;
  for (int r = threadIdx.y; r < bt; r += bt_rows) {
    const long long row = row0 + r;
    if (row < rows && column < columns)
      __pipeline_memcpy_async(&to[r][threadIdx.x], &from[row * columns + column], sizeof(real));
    else
      to[r][threadIdx.x] = 0;
  }
}

/// Asynchronous copies (cp.async) into two buffers: tile t + 1 arrives while tile t is multiplied.
__global__ void __launch_bounds__(bt* bt_rows)
    best_kernel(int m, int n, int k, const real* A, const real* B, real* C, int tiles_n) {
  __shared__ real As[2][bt][bt];
  __shared__ real Bs[2][bt][bt];
  const long long row0 = static_cast<long long>(blockIdx.x / tiles_n) * bt;
  const long long column0 = static_cast<long long>(blockIdx.x % tiles_n) * bt;
  const int tiles = k / bt + (k % bt != 0 ? 1 : 0);

  real sum[bt / bt_rows] = {};

  if (tiles > 0) {
    start_tile(As[0], A, m, k, row0, 0);
    start_tile(Bs[0], B, k, n, 0, column0);
  }
  __pipeline_commit();

  for (int t = 0; t < tiles; ++t) {
    const int now = t % 2;
    if (t + 1 < tiles) {
      const long long p = static_cast<long long>(t + 1) * bt;
      start_tile(As[1 - now], A, m, k, row0, p);
      start_tile(Bs[1 - now], B, k, n, p, column0);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);  // all but the newest batch: tile t is here
    __syncthreads();

    for (int p = 0; p < bt; ++p) {
      const real b = Bs[now][p][threadIdx.x];
#pragma unroll
      for (int q = 0; q < bt / bt_rows; ++q)
        sum[q] += As[now][threadIdx.y + q * bt_rows][p] * b;
    }
    __syncthreads();  // before the buffer is filled again
  }

  const long long column = column0 + threadIdx.x;
#pragma unroll
  for (int q = 0; q < bt / bt_rows; ++q) {
    const long long row = row0 + threadIdx.y + q * bt_rows;
    if (row < m && column < n) C[row * n + column] = sum[q];
  }
}

}  // namespace

void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const int tiles_n = parts(n, bt);
  const long long blocks = static_cast<long long>(parts(m, bt)) * tiles_n;
  best_kernel<<<static_cast<unsigned>(blocks), dim3(bt, bt_rows)>>>(m, n, k, A, B, C, tiles_n);
  CHECK(cudaGetLastError());
}

// Task 5: from host memory to host memory.

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.5): A, B and C are in host memory here (handout: task 5). Allocate three arrays on
  // the device (cudaMalloc), copy A and B there (cudaMemcpy), call your fastest function from
  // above, copy C back, free the three. cudaMemcpy waits for the kernel: no other synchronization
  // is needed.
}
