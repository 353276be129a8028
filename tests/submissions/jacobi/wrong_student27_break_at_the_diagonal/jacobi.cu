#include "jacobi.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.1)
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.2)
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.3)
}

// ------------------------------------------------------------------
// Task 4. Block i does row i.
// ------------------------------------------------------------------

/// The terms of row i that belong to this thread, without j = i.
__device__ real my_terms(int n, int i, const real* __restrict__ A, const real* __restrict__ x) {
  const real* row = A + static_cast<long long>(i) * n;
  real s = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    if (j == i) break;
    s += row[j] * x[j];
  }
  return s;
}

/// Sum over the block in p[0]. Works for any number of threads: of `left` sums, the upper
/// left / 2 are added to the lower ones, a middle one stays alone.
__device__ void tree(real* p) {
  int left = blockDim.x;
  while (left > 1) {
    const int half = (left + 1) / 2;
    if (threadIdx.x + half < left) p[threadIdx.x] += p[threadIdx.x + half];
    __syncthreads();
    left = half;
  }
}

__global__ void row_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real p[];
  const int i = blockIdx.x;
  p[threadIdx.x] = my_terms(n, i, A, x);
  __syncthreads();
  tree(p);
  if (threadIdx.x == 0) y[i] = (b[i] - p[0]) / A[static_cast<long long>(i) * n + i];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  // one allocation for everything: A, b, and the two vectors
  const std::size_t N = n;
  real* all = nullptr;
  CHECK(cudaMalloc(&all, (N * N + 3 * N) * sizeof(real)));
  real* const d_A = all;
  real* const d_b = d_A + N * N;
  real* now = d_b + N;
  real* next = now + N;
  CHECK(cudaMemcpy(d_A, A, N * N * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, N * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(now, 0, N * sizeof(real)));
  for (int it = 0; it < iterations; ++it) {
    row_kernel<<<n, block_size, block_size * sizeof(real)>>>(n, d_A, d_b, now, next);
    CHECK(cudaGetLastError());
    std::swap(now, next);
  }
  CHECK(cudaMemcpy(x, now, N * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(all));
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  // TODO(jacobi.5)
}
