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
  const int column = static_cast<int>(blockIdx.x) * naive_columns + static_cast<int>(threadIdx.x);
  if (column >= n) return;
  for (long long row = static_cast<long long>(blockIdx.y) * naive_rows + threadIdx.y; row < m;
       row += static_cast<long long>(gridDim.y) * naive_rows) {
    const real* a = A + row * k;
    real sum = 0;
    for (int p = 0; p < k; ++p) sum += a[p] * B[static_cast<long long>(p) * n + column];
    C[row * n + column] = sum;
  }
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

constexpr int TB = 32;    // tile
constexpr int PER = 4;    // rows per thread
constexpr int TBY = TB / PER;

__global__ void best_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  extern __shared__ real pool[];
  real* a = pool;            // first tile
  real* b = pool + TB * TB;  // second tile
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const unsigned nx = (n - 1) / TB + 1;
  const long long row0 = (long long)(blockIdx.x / nx) * TB;
  const long long col = (long long)(blockIdx.x % nx) * TB + tx;

  real acc[PER] = {};
  for (long long k0 = 0; k0 < k; k0 += TB) {
#pragma unroll
    for (int r = 0; r < PER; ++r) {
      const int y = ty + r * TBY;
      a[y * TB + tx] = row0 + y < m && k0 + tx < k ? A[(row0 + y) * k + k0 + tx] : 0;
      b[y * TB + tx] = k0 + y < k && col < n ? B[(k0 + y) * n + col] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < TB; ++p) {
      const real bv = b[p * TB + tx];
#pragma unroll
      for (int r = 0; r < PER; ++r) acc[r] += a[(ty + r * TBY) * TB + p] * bv;
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < PER; ++r) {
    const long long row = row0 + ty + r * TBY;
    if (row < m && col < n) C[row * n + col] = acc[r];
  }
}

void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t bytes = TB * TB * sizeof(real);
  const unsigned blocks = (unsigned)parts(m, TB) * (unsigned)parts(n, TB);
  best_kernel<<<blocks, dim3(TB, TBY), bytes>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

// Task 5: from host memory to host memory.

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.5): A, B and C are in host memory here (handout: task 5). Allocate three arrays on
  // the device (cudaMalloc), copy A and B there (cudaMemcpy), call your fastest function from
  // above, copy C back, free the three. cudaMemcpy waits for the kernel: no other synchronization
  // is needed.
}
