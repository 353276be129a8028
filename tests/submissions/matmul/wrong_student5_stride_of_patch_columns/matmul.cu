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

constexpr int most_blocks_y = 65535;  // a grid's limit in y; in x it is 2^31 − 1

constexpr int BX = 16;  // threads of a block
constexpr int BY = 16;
constexpr int R = 4;  // patch
constexpr int S = 4;

__global__ void coarse_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long col0 = (long long)blockIdx.x * (BX * S) + threadIdx.x;
  for (long long row0 = ((long long)blockIdx.y * BY + threadIdx.y) * R; row0 < m;
       row0 += (long long)gridDim.y * BY * R) {
    real acc[R][S] = {};
    for (int p = 0; p < k; ++p) {
      real av[R], bv[S];
#pragma unroll
      for (int r = 0; r < R; ++r) av[r] = row0 + r < m ? A[(row0 + r) * k + p] : 0;
#pragma unroll
      for (int s = 0; s < S; ++s) {
        const long long col = col0 + s * 32;  // a warp is 32 wide
        bv[s] = col < n ? B[(long long)p * n + col] : 0;
      }
#pragma unroll
      for (int r = 0; r < R; ++r)
#pragma unroll
        for (int s = 0; s < S; ++s) acc[r][s] += av[r] * bv[s];
    }
#pragma unroll
    for (int r = 0; r < R; ++r) {
#pragma unroll
      for (int s = 0; s < S; ++s) {
        const long long col = col0 + s * 32;
        if (row0 + r < m && col < n) C[(row0 + r) * n + col] = acc[r][s];
      }
    }
  }
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const dim3 block(BX, BY);
  int gy = parts(m, BY * R);
  if (gy > most_blocks_y) gy = most_blocks_y;
  const dim3 grid(parts(n, BX * S), gy);
  coarse_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
