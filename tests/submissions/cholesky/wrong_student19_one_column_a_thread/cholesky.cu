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
  // TODO(cholesky.1): all steps k in one block, whose threads share the work of each step: row k
  // between them, and then the rows below. __syncthreads() separates what one thread writes from
  // what another reads. What to get right:
  //   - All threads read the pivot, and one of them overwrites it by its root. Not before all have
  //     read it!
  //   - If you leave the loop, all threads must leave it together: let all test the same pivot.
  //   - Neighboring threads should have neighboring columns j: then their accesses are coalesced.
  //     A warp (32 threads) for each row i is a good start.
  //   - Write nothing below the diagonal, and read nothing from there.
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.1): new_info(), one launch of one block, and fetch() what the kernel left there.
  return result;
}

// Task 2: a division kernel and an elimination kernel for each k.

/// Step k, first part: one thread for each element of row k.
__global__ void division_kernel(int n, int k, real* A, int* info) {
  const std::size_t kk = std::size_t(k) * n + k;  // the pivot
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n - k) return;
  const real pivot = A[kk];
  if (!(pivot > 0)) {
    if (e == 0 && *info == 0) *info = k + 1;
    return;
  }
  if (e > 0) A[kk + e] = A[kk + e] / sqrt(pivot);
}

/// Step k, second part: block b has row k + b.
__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  if (*info != 0) return;
  const std::size_t N = n;
  const std::size_t i = k + std::size_t(blockIdx.x);

  if (blockIdx.x == 0) {  // row k: nothing to eliminate, but the root is still missing
    if (threadIdx.x == 0) A[i * N + i] = sqrt(A[i * N + i]);
    return;
  }

  // row i, from the diagonal on
  const std::size_t j = i + threadIdx.x;
  if (j < N) A[i * N + j] -= A[k * N + i] * A[k * N + j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* const info = new_info();
  for (int k = 0; k < n; ++k) {
    const int left = n - k;
    division_kernel<<<parts(left, threads), threads>>>(n, k, A, info);
    elimination_kernel<<<left, threads>>>(n, k, A, info);
    CHECK(cudaGetLastError());
  }
  return fetch(info);
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
