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


int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.1): new_info(), one launch of one block, and fetch() what the kernel left there.
  return result;
}

// Task 2: a division kernel and an elimination kernel for each k.



int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.2): for each k launch both kernels: n − k elements in row k, n − k blocks for the
  // elimination. Launches run one after the other: no synchronization is needed between them. Fetch
  // *info once, after the last of them, not after each.
  return result;
}

// Task 3: as fast as you can.

#define W 32  // rows of a stripe

// U of the W x W corner at (p, p); one thread per column
__global__ void corner(int n, int p, real* A, int* info) {
  __shared__ real u[W][W + 1];
  const int c = threadIdx.x;
  const int size = n - p < W ? n - p : W;
  if (*info) return;
  for (int r = 0; r <= c && c < size; ++r) u[r][c] = A[(long long)(p + r) * n + p + c];
  __syncthreads();
  for (int k = 0; k < size; ++k) {
    const real pivot = u[k][k];
    if (!(pivot > 0)) {
      if (c == 0) *info = k + 1;
      return;
    }
    const real root = sqrt(pivot);
    __syncthreads();
    if (c == k) u[k][k] = root;
    if (c > k && c < size) u[k][c] /= root;
    __syncthreads();
    for (int r = k + 1; r <= c && c < size; ++r) u[r][c] -= u[k][r] * u[k][c];
    __syncthreads();
  }
  for (int r = 0; r <= c && c < size; ++r) A[(long long)(p + r) * n + p + c] = u[r][c];
}

// the rest of the stripe: forward substitution, one thread per column
__global__ void stripe(int n, int p, real* A, const int* info) {
  __shared__ real u[W][W];
  if (*info) return;
  for (int e = threadIdx.x; e < W * W; e += blockDim.x)
    if (e / W <= e % W) u[e / W][e % W] = A[(long long)(p + e / W) * n + p + e % W];
  __syncthreads();
  const int j = p + W + blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  real mine[W];
#pragma unroll
  for (int r = 0; r < W; ++r) {
    real v = A[(long long)(p + r) * n + j];
#pragma unroll
    for (int s = 0; s < W; ++s)
      if (s < r) v -= u[s][r] * mine[s];
    mine[r] = v / u[r][r];
    A[(long long)(p + r) * n + j] = mine[r];
  }
}

// everything below the stripe
__global__ void below(int n, int p, real* A, const int* info) {
  if (*info) return;
  __shared__ real left[W][16], right[W][16];
  const int i0 = p + W + blockIdx.y * 16, j0 = p + W + blockIdx.x * 16;
  if (blockIdx.y > blockIdx.x) return;
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int s = ty; s < W; s += 16) {
    left[s][tx] = i0 + tx < n ? A[(long long)(p + s) * n + i0 + tx] : real(0);
    right[s][tx] = j0 + tx < n ? A[(long long)(p + s) * n + j0 + tx] : real(0);
  }
  __syncthreads();
  const int i = i0 + ty, j = j0 + tx;
  if (i > j || j >= n) return;
  real s = 0;
  for (int q = 0; q < W; ++q) s += left[q][ty] * right[q][tx];
  A[(long long)i * n + j] -= s;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int* info = new_info();
  for (int p = 0; p < n; p += W) {
    corner<<<1, W>>>(n, p, A, info);
    CHECK(cudaGetLastError());
    const int rest = n - p - W;
    if (rest <= 0) break;
    stripe<<<parts(rest, 64), 64>>>(n, p, A, info);
    CHECK(cudaGetLastError());
    below<<<dim3(parts(rest, 16), parts(rest, 16)), dim3(16, 16)>>>(n, p, A, info);
    CHECK(cudaGetLastError());
  }
  return fetch(info);
}
