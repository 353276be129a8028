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

// Task 2: a division kernel and an elimination kernel for each k.

#define A_(r, c) A[(size_t)(r) * n + (c)]

__global__ void divide(int n, int k, real* A, int* info) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  real p = A_(k, k);
  if (p > 0) {
    int c = k + 1 + t;
    if (c < n) A_(k, c) = A_(k, c) / sqrt(p);
  } else if (t == 0 && *info == 0) {
    *info = k;
  }
}

__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  if (*info != 0) return;
  int i = k + blockIdx.x;
  if (i == k) {
    if (threadIdx.x == 0) A_(k, k) = sqrt(A_(k, k));
    return;
  }
  real f = A_(k, i);
  for (int j = i + 1 + threadIdx.x; j < n; j += blockDim.x) A_(i, j) -= f * A_(k, j);
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* info = new_info();
  for (int k = 0; k < n; ++k) {
    divide<<<parts(n - k, threads), threads>>>(n, k, A, info);
    CHECK(cudaGetLastError());
    elimination_kernel<<<n - k, threads>>>(n, k, A, info);
    CHECK(cudaGetLastError());
  }
  return fetch(info);
}
