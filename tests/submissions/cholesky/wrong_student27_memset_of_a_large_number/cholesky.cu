// cholesky_multi_kernel: division and elimination, two launches per row.
#include "cholesky.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <climits>
#include <cmath>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.1)
  return result;
}

// *first_bad holds the smallest k + 1 whose pivot was not positive. It begins with the largest
// int, so that atomicMin does the rest.

__global__ void division_kernel(int n, int k, real* A, int* first_bad) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const size_t row = (size_t)k * n;
  const real pivot = A[row + k];
  if (!(pivot > real(0))) {
    if (t == 0) atomicMin(first_bad, k + 1);
    return;
  }
  const int j = k + 1 + t;
  if (j < n) A[row + j] /= sqrt(pivot);
}

__global__ void elimination_kernel(int n, int k, real* A, const int* first_bad) {
  if (*first_bad != INT_MAX) return;
  const size_t row = (size_t)k * n;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) A[row + k] = sqrt(A[row + k]);
    return;
  }
  const int i = k + blockIdx.x;
  const real a = A[row + i];
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) A[(size_t)i * n + j] -= a * A[row + j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* first_bad = nullptr;
  CHECK(cudaMalloc(&first_bad, sizeof(int)));
  CHECK(cudaMemset(first_bad, INT_MAX, sizeof(int)));

  for (int k = 0; k < n; ++k) {
    division_kernel<<<parts(n - k, threads), threads>>>(n, k, A, first_bad);
    CHECK(cudaGetLastError());
    elimination_kernel<<<n - k, threads>>>(n, k, A, first_bad);
    CHECK(cudaGetLastError());
  }

  int host = 0;
  CHECK(cudaMemcpy(&host, first_bad, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(first_bad));
  return host == INT_MAX ? 0 : host;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.3)
  return result;
}
