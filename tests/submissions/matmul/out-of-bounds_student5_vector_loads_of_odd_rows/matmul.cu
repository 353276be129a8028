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

constexpr int V = 16 / sizeof(real);
struct alignas(16) Vec {
  real e[V];
};
constexpr int BT = 64;  // tile of C
constexpr int BK = 16;  // slice of k

template <bool FAST>
__device__ Vec fetch(const real* M, int rows, int cols, long long r, long long c) {
  Vec v = {};
  if (r < rows) {
    const real* p = M + r * cols + c;
    if (FAST) {
      if (c < cols) v = *(const Vec*)p;
    } else {
      for (int i = 0; i < V; ++i)
        if (c + i < cols) v.e[i] = p[i];
    }
  }
  return v;
}

template <bool FAST>
__global__ void best_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ __align__(16) real As[BT][BK];
  __shared__ __align__(16) real Bs[BK][BT];
  const int t = threadIdx.x;  // 256 threads
  const unsigned wide = (n - 1) / BT + 1;
  const long long R0 = (long long)(blockIdx.x / wide) * BT;
  const long long C0 = (long long)(blockIdx.x % wide) * BT;
  const int ty = t / 16, tx = t % 16;
  real acc[4][4] = {};
  for (long long k0 = 0; k0 < k; k0 += BK) {
    for (int id = t; id < BT * BK / V; id += 256) {
      const int ar = id / (BK / V), ac = id % (BK / V) * V;
      *(Vec*)&As[ar][ac] = fetch<FAST>(A, m, k, R0 + ar, k0 + ac);
      const int br = id / (BT / V), bc = id % (BT / V) * V;
      *(Vec*)&Bs[br][bc] = fetch<FAST>(B, k, n, k0 + br, C0 + bc);
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < BK; ++p) {
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) acc[i][j] += As[ty * 4 + i][p] * Bs[p][tx + j * 16];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const long long row = R0 + ty * 4 + i, col = C0 + tx + j * 16;
      if (row < m && col < n) C[row * n + col] = acc[i][j];
    }
}

void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const unsigned blocks = (unsigned)parts(m, BT) * (unsigned)parts(n, BT);
  // rows must begin on 16 bytes
  if (n % V == 0)
    best_kernel<true><<<blocks, 256>>>(m, n, k, A, B, C);
  else
    best_kernel<false><<<blocks, 256>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
