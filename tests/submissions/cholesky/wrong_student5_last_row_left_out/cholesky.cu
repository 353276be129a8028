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

/// Step k, first part: one thread for each element of row k.
__global__ void division_kernel(int n, int k, real* A, int* info) {
  const long long diagonal = (long long)k * n + k;
  const int right = blockIdx.x * blockDim.x + threadIdx.x;  // how far right of the diagonal
  if (right >= n - k) return;
  const real p = A[diagonal];
  if (right == 0) {
    if (*info == 0 && !(p > 0)) *info = k + 1;
    return;
  }
  A[diagonal + right] /= sqrt(p);
}

/// Step k, second part: block b has row k + b.
__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  if (*info != 0) return;
  const long long top = (long long)k * n;
  const int b = blockIdx.x;
  if (b == 0) {
    if (threadIdx.x == 0) A[top + k] = sqrt(A[top + k]);
    return;
  }
  const int i = k + b;
  const real left = A[top + i];
  for (int j = i + threadIdx.x; j < n; j += blockDim.x)
    A[(long long)i * n + j] -= left * A[top + j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int result = -1;
  int* info = new_info();
  for (int k = 0; k < n - 1; k++) {  // nothing is below the last row
    division_kernel<<<parts(n - k, threads), threads>>>(n, k, A, info);
    elimination_kernel<<<n - k, threads>>>(n, k, A, info);
  }
  CHECK(cudaGetLastError());
  result = fetch(info);
  return result;
}
