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

__global__ void division_kernel(int n, int k, real* A, int* info) {
  long long j = (long long)blockIdx.x * blockDim.x + threadIdx.x + k;
  if (j >= n) return;
  real* row = A + (long long)k * n;
  real piv = row[k];
  if (j > k) {
    row[j] = row[j] / sqrt(piv);
  } else if (!(piv > 0)) {
    if (*info == 0) *info = k + 1;
  }
}

__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  if (*info > 0) return;
  long long i = k + blockIdx.x;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) A[i * n + i] = sqrt(A[i * n + i]);
  } else {
    real factor = A[i * n + k];  // the element that is eliminated
    for (long long j = i + threadIdx.x; j < n; j += blockDim.x) {
      A[i * n + j] -= factor * A[(long long)k * n + j];
    }
  }
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int* info = new_info();
  for (int k = 0; k < n; ++k) {
    int todo = n - k;
    division_kernel<<<parts(todo, threads), threads>>>(n, k, A, info);
    CHECK(cudaGetLastError());
    elimination_kernel<<<todo, threads>>>(n, k, A, info);
    CHECK(cudaGetLastError());
  }
  return fetch(info);
}
