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

constexpr int patch = 4;

__global__ void coarse_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  int width = blockDim.x;
  long long c0 = (long long)blockIdx.x * width * patch + threadIdx.x;
  long long r0 = ((long long)blockIdx.y * blockDim.y + threadIdx.y) * patch;
  long long r_step = (long long)gridDim.y * blockDim.y * patch;
  while (r0 < m) {
    real sum[patch][patch];
    for (int p = 0; p < k; ++p) {
      real b[patch];
#pragma unroll
      for (int c = 0; c < patch; ++c) {
        b[c] = 0;
        if (c0 + c * width < n) b[c] = B[(long long)p * n + c0 + c * width];
      }
#pragma unroll
      for (int r = 0; r < patch; ++r) {
        real a = 0;
        if (r0 + r < m) a = A[(r0 + r) * k + p];
#pragma unroll
        for (int c = 0; c < patch; ++c) sum[r][c] += a * b[c];
      }
    }
    // write the patch
#pragma unroll
    for (int r = 0; r < patch; ++r) {
#pragma unroll
      for (int c = 0; c < patch; ++c) {
        if (r0 + r < m) C[(r0 + r) * n + c0 + c * width] = sum[r][c];
      }
    }
    r0 += r_step;
  }
}

void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 block(32, 8);
  int ny = parts(m, 8 * patch);
  dim3 grid(parts(n, 32 * patch), ny < most_blocks_y ? ny : most_blocks_y);
  coarse_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
