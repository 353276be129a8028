// Lab "cholesky": A = UᵀU in place on a GPU, in three steps. Read cholesky.h first: it says what
// each function gets and promises. Search for TODO to find what is left to write:
// TODO(cholesky.1) belongs to task 1 of the handout, and so on. After each step run
//     make grade LAB=cholesky TASK=cholesky_single_block
#include "cholesky.h"

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

// The algorithm, which all three tasks share. For each row k, from the first to the last:
//   1. The pivot is A[k][k]. If it is not greater than 0, stop: the result is k + 1.
//   2. Division: A[k][k] becomes the root of the pivot, and the rest of row k is divided by it.
//   3. Elimination: A[i][j] -= A[k][i] · A[k][j] for all rows i > k and all columns j ≥ i.

/// A number on the device that starts as 0: where kernels leave the value that is returned.
inline int* new_info() {
  int* info = nullptr;
  CHECK(cudaMalloc(&info, sizeof(int)));
  CHECK(cudaMemset(info, 0, sizeof(int)));
  return info;
}

/// Waits for the kernels, fetches the number, and frees it.
inline int fetch(int* info) {
  int result = -1;
  CHECK(cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(info));
  return result;
}

// Task 1: one block.

__global__ void single_block_kernel(int n, real* A, int* info) {
  const int threads = blockDim.x;
  const int warps = threads / 32;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  for (int k = 0; k < n; ++k) {
    real* const top = A + static_cast<std::size_t>(k) * n;
    const real pivot = top[k];
    __syncthreads();  // everyone has it, now it may be overwritten
    if (!(pivot > 0)) {
      if (threadIdx.x == 0) *info = k + 1;
      return;
    }

    const real root = sqrt(pivot);
    for (int j = k + threadIdx.x; j < n; j += threads) top[j] = j == k ? root : top[j] / root;
    __syncthreads();

    // a warp for each row below
    for (int i = k + 1 + warp; i < n; i += warps) {
      real* const row = A + static_cast<std::size_t>(i) * n;
      const real factor = top[i];
      for (int j = i + lane; j < n; j += threads) row[j] -= factor * top[j];
    }
    __syncthreads();
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* info = new_info();
  single_block_kernel<<<1, threads>>>(n, A, info);
  CHECK(cudaGetLastError());
  return fetch(info);
}

// Task 2: a division kernel and an elimination kernel for each k.

/// Step k, first part: one thread for each element of row k.
__global__ void division_kernel(int n, int k, real* A, int* info) {
  // TODO(cholesky.2): divide A[k][j], j > k, by the root of the pivot. All threads of all blocks
  // read the pivot, and no barrier reaches across blocks: so nobody may overwrite it in this
  // kernel. Let each thread compute the root, and leave the pivot to the next kernel.
  // If the pivot is not greater than 0, one thread writes k + 1 to *info, unless a smaller number
  // stands there.
}

/// Step k, second part: block b has row k + b.
__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  // TODO(cholesky.2): return if *info says that the matrix is not positive definite. Block 0, which
  // has nothing to eliminate from row k itself, sets the diagonal element to the root: nobody reads
  // it any more. The threads of block b > 0 walk along j through row i = k + b, from the diagonal
  // to the end: A[i][j] -= A[k][i] · A[k][j].
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.2): for each k launch both kernels: n − k elements in row k, n − k blocks for the
  // elimination. Launches run one after the other: no synchronization is needed between them. Fetch
  // *info once, after the last of them, not after each.
  return result;
}

// Task 3: as fast as you can.

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.3): the leaderboard. Task 2 reads and writes the whole triangle once for each
  // row. Work in blocks of rows instead, of 32 or 64: factor the block on the diagonal in shared
  // memory, solve for the rest of its rows (forward substitution), and subtract the product of
  // these rows from the triangle below: a matrix product, that you know how to make fast (the lab
  // matmul).
  return result;
}
