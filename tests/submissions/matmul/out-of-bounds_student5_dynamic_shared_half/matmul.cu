#include "matmul.h"

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

constexpr int TB = 32;    // tile
constexpr int PER = 4;    // rows per thread
constexpr int TBY = TB / PER;

__global__ void best_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  extern __shared__ real pool[];
  real* a = pool;            // first tile
  real* b = pool + TB * TB;  // second tile
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const unsigned nx = (n - 1) / TB + 1;
  const long long row0 = (long long)(blockIdx.x / nx) * TB;
  const long long col = (long long)(blockIdx.x % nx) * TB + tx;

  real acc[PER] = {};
  for (long long k0 = 0; k0 < k; k0 += TB) {
#pragma unroll
    for (int r = 0; r < PER; ++r) {
      const int y = ty + r * TBY;
      a[y * TB + tx] = row0 + y < m && k0 + tx < k ? A[(row0 + y) * k + k0 + tx] : 0;
      b[y * TB + tx] = k0 + y < k && col < n ? B[(k0 + y) * n + col] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < TB; ++p) {
      const real bv = b[p * TB + tx];
#pragma unroll
      for (int r = 0; r < PER; ++r) acc[r] += a[(ty + r * TBY) * TB + p] * bv;
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < PER; ++r) {
    const long long row = row0 + ty + r * TBY;
    if (row < m && col < n) C[row * n + col] = acc[r];
  }
}

void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t bytes = TB * TB * sizeof(real);
  const unsigned blocks = (unsigned)parts(m, TB) * (unsigned)parts(n, TB);
  best_kernel<<<blocks, dim3(TB, TBY), bytes>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
