// Cholesky, task 1
#include "cholesky.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cmath>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

inline int* new_info() {
  int* info = nullptr;
  CHECK(cudaMalloc(&info, sizeof(int)));
  CHECK(cudaMemset(info, 0, sizeof(int)));
  return info;
}

inline int fetch(int* info) {
  int result = -1;
  CHECK(cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(info));
  return result;
}

/// Row k of U is needed by all rows below, so I keep a copy of it in shared memory: u[j] is U[k][j].
__global__ void single_block_kernel(int n, real* A, int* info) {
  extern __shared__ __align__(8) unsigned char mem[];
  real* u = reinterpret_cast<real*>(mem);
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int warps = blockDim.x / 32;

  for (int k = 0; k < n; k++) {
    real* row = A + (long long)k * n;
    const real pivot = row[k];
    if (!(pivot > 0)) {  // the same for all threads
      if (threadIdx.x == 0) *info = k + 1;
      return;
    }
    const real root = sqrt(pivot);
    for (int j = k + 1 + threadIdx.x; j < n; j += blockDim.x) {
      u[j] = row[j] / root;
      row[j] = u[j];
    }
    __syncthreads();
    if (threadIdx.x == 0) row[k] = root;  // nobody reads the pivot any more

    for (int i = k + 1 + warp; i < n; i += warps) {
      real* below = A + (long long)i * n;
      const real factor = u[i];
      for (int j = i + lane; j < n; j += 32) below[j] -= factor * u[j];
    }
    __syncthreads();
  }
}

int cholesky_single_block(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* info = new_info();
  single_block_kernel<<<1, threads, threads * sizeof(real)>>>(n, A, info);
  CHECK(cudaGetLastError());
  return fetch(info);
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.2)
  return result;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int result = -1;
  // TODO(cholesky.3)
  return result;
}
