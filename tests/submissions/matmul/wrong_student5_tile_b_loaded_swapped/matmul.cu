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

constexpr int patch_rows = 4;
constexpr int patch_columns = 4;

__global__ void coarse_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.2): each thread computes a patch of 4 × 4 elements of C (constexpr ints above this
  // kernel; other shapes are worth a try; handout: task 2):
  //     real sum[patch_rows][patch_columns] = {};
  // For each p, load patch_rows values of A and patch_columns of B and use each several times: 8
  // loads for 16 multiply-adds in place of 2 for one. Loops over the patch need constant limits and
  // `#pragma unroll`, or sum[][] will not live in registers.
  // Let a thread's columns be blockDim.x apart, not side by side: then the threads of a warp still
  // read neighbors. At the right and lower edge, part of a patch lies outside.
  const int first_column =
      static_cast<int>(blockIdx.x * blockDim.x) * patch_columns + static_cast<int>(threadIdx.x);
  const long long rows_of_grid = static_cast<long long>(gridDim.y) * blockDim.y * patch_rows;
  for (long long first_row =
           (static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y) * patch_rows;
       first_row < m; first_row += rows_of_grid) {
    // Rows and columns outside are moved onto the last one inside: what is loaded and summed there
    // is thrown away, and the inner loop needs no branch.
    const real* a[patch_rows];
    const real* b[patch_columns];
#pragma unroll
    for (int r = 0; r < patch_rows; ++r) {
      const long long row = first_row + r;
      a[r] = A + (row < m ? row : m - 1) * k;
    }
#pragma unroll
    for (int c = 0; c < patch_columns; ++c) {
      const int column = first_column + c * static_cast<int>(blockDim.x);
      b[c] = B + (column < n ? column : n - 1);
    }
    real sum[patch_rows][patch_columns] = {};
    for (int p = 0; p < k; ++p) {
      real a_value[patch_rows];
#pragma unroll
      for (int r = 0; r < patch_rows; ++r) a_value[r] = a[r][p];
#pragma unroll
      for (int c = 0; c < patch_columns; ++c) {
        const real b_value = b[c][static_cast<long long>(p) * n];
#pragma unroll
        for (int r = 0; r < patch_rows; ++r) sum[r][c] += a_value[r] * b_value;
      }
    }
#pragma unroll
    for (int r = 0; r < patch_rows; ++r) {
#pragma unroll
      for (int c = 0; c < patch_columns; ++c) {
        const long long row = first_row + r;
        const int column = first_column + c * static_cast<int>(blockDim.x);
        if (row < m && column < n) C[row * n + column] = sum[r][c];
      }
    }
  }
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  // TODO(matmul.2): launch coarse_kernel (handout: task 2). A block of x × y threads now covers x ·
  // patch_columns columns and y · patch_rows rows: the grid has fewer blocks than in task 1.
  if (m == 0 || n == 0) return;
  const dim3 block(32, 8);
  const int blocks_y = parts(m, 8 * patch_rows);
  const dim3 grid(parts(n, 32 * patch_columns),
                  blocks_y < most_blocks_y ? blocks_y : most_blocks_y);
  coarse_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

// Task 3: tiles in shared memory.

constexpr int tile = 32;

__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real subA[tile][tile];
  __shared__ real subB[tile][tile];
  const int i = threadIdx.y;  // in the tile
  const int j = threadIdx.x;
  const int nt = (n - 1) / tile + 1;
  const long long I = (long long)(blockIdx.x / nt) * tile;
  const long long J = (long long)(blockIdx.x % nt) * tile;
  const int steps = (k + tile - 1) / tile;
  real c = 0;
  for (int s = 0; s < steps; ++s) {
    const long long K = (long long)s * tile;
    subA[i][j] = 0;
    subB[i][j] = 0;
    if (I + i < m && K + j < k) subA[i][j] = A[(I + i) * k + (K + j)];
    if (K + i < k && J + j < n) subB[i][j] = B[(K + i) * n + (J + j)];
    __syncthreads();
#pragma unroll
    for (int l = 0; l < tile; ++l) c += subA[i][l] * subB[j][l];
    __syncthreads();
  }
  if (I + i < m && J + j < n) C[(I + i) * n + J + j] = c;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const unsigned blocks = (unsigned)parts(m, tile) * (unsigned)parts(n, tile);
  tiled_kernel<<<blocks, dim3(tile, tile)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
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
