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

// Task 1: unified memory.

#include <cstring>

__global__ void sweep_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  const std::size_t row = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row <= n) {
    const real* const a = A + row * n;
    real sum = 0;
    for (int j = 0; j < row; ++j) sum += a[j] * x[j];
    for (int j = row + 1; j < n; ++j) sum += a[j] * x[j];
    y[row] = (b[row] - sum) / a[row];
  }
}

// managed memory for `count` numbers
static real* managed(std::size_t count) {
  real* memory = nullptr;
  CHECK(cudaMallocManaged(&memory, count * sizeof(real)));
  return memory;
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const std::size_t bytes = n * sizeof(real);
  real* const mA = managed(static_cast<std::size_t>(n) * n);
  real* const mb = managed(n);
  real* const mx = managed(n);
  real* const my = managed(n);
  std::memcpy(mA, A, bytes * n);
  std::memcpy(mb, b, bytes);
  const int grid = parts(n, block_size);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    sweep_kernel<<<grid, block_size>>>(n, mA, mb, mx, my);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    std::memcpy(mx, my, bytes);
  }
  std::memcpy(x, mx, bytes);
  for (real* memory : {mA, mb, mx, my}) CHECK(cudaFree(memory));
}
