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

// Task 4: one block for each row.

__global__ void reduce_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real part[];
  const int i = blockIdx.x, t = threadIdx.x;
  const real* a = A + (size_t)i * n;

  real mine = 0;
  const int share = (n + blockDim.x - 1) / blockDim.x;
  for (int j = t * share; j < (t + 1) * share && j < n; ++j)
    if (j != i) mine += a[j] * x[j];
  part[t] = mine;
  __syncthreads();

  int left = blockDim.x;
  while (left > 1) {
    const int half = (left + 1) / 2;
    if (t < left - half) part[t] += part[t + half];
    __syncthreads();
    left = half;
  }
  if (t == 0) y[i] = (b[i] - part[0]) / a[i];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *dA, *db, *dx, *dy;
  CHECK(cudaMalloc(&dA, sizeof(real) * n * n));
  CHECK(cudaMalloc(&db, sizeof(real) * n));
  CHECK(cudaMalloc(&dx, sizeof(real) * n));
  CHECK(cudaMalloc(&dy, sizeof(real) * n));
  CHECK(cudaMemcpy(dA, A, sizeof(real) * n * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b, sizeof(real) * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dx, 0, sizeof(real) * n));
  for (int s = 0; s < iterations; s++) {
    reduce_kernel<<<n, block_size, block_size * sizeof(real)>>>(n, dA, db, dx, dy);
    CHECK(cudaGetLastError());
    std::swap(dx, dy);
  }
  CHECK(cudaMemcpy(x, dx, sizeof(real) * n, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dA));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
}
