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

__global__ void single_block_kernel(int n, real* A, int* info) {
  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int lane = tid % 32;
  for (int k = 0; k < n; k++) {
    real* pk = A + (long long)k * n;  // row k
    real d = pk[k];
    if (!(d > 0)) {
      if (tid == 0) *info = k + 1;
      return;  // everybody sees the same d
    }
    d = sqrt(d);

    // division
    if (tid == 0) pk[k] = d;
    for (int j = k + 1 + tid; j < n; j += blockDim.x) pk[j] /= d;
    __syncthreads();

    // elimination, one warp for each row
    for (int i = k + 1 + warp; i < n; i += blockDim.x / 32) {
      real* pi = A + (long long)i * n;
      for (int j = i + lane; j < n; j += 32) pi[j] -= pk[i] * pk[j];
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
