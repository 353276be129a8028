#include "jacobi.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

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

__global__ void sweep_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real rowsum = 0;
  for (long long j = 0; j < i; ++j) rowsum += A[i * n + j] * x[j];
  for (long long j = i + 1; j < n; ++j) rowsum += A[i * n + j] * x[j];
  y[i] = (b[i] - rowsum) / A[i * n + i];
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n <= 0) return;
  real *A_m, *b_m, *x_m, *y_m;
  CHECK(cudaMallocManaged(&A_m, sizeof(real) * n * n));
  CHECK(cudaMallocManaged(&b_m, sizeof(real) * n));
  CHECK(cudaMallocManaged(&x_m, sizeof(real) * n));
  CHECK(cudaMallocManaged(&y_m, sizeof(real) * n));
  for (long long e = 0; e < (long long)n * n; ++e) A_m[e] = A[e];
  for (int i = 0; i < n; ++i) {
    b_m[i] = b[i];
    x_m[i] = y_m[i] = 0;
  }

  for (int it = 0; it < iterations; ++it) {
    sweep_kernel<<<parts(n, block_size), block_size>>>(n, A_m, b_m, x_m, y_m);
    CHECK(cudaGetLastError());
    // the new x is the old x of the next sweep
    for (int i = 0; i < n; ++i) x_m[i] = y_m[i];
  }
  CHECK(cudaDeviceSynchronize());  // wait for the GPU before we read the result
  for (int i = 0; i < n; ++i) x[i] = x_m[i];

  cudaFree(A_m);
  cudaFree(b_m);
  cudaFree(x_m);
  cudaFree(y_m);
}
