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

constexpr int tile = 32;

__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real subA[tile][tile];
  __shared__ real subB[tile][tile];
  const int i = threadIdx.y;  // in the tile
  const int j = threadIdx.x;
  const int nt = (n - 1) / tile + 1;
  const long long I = (long long)(blockIdx.x / nt) * tile;
  const long long J = (long long)(blockIdx.x % nt) * tile;
  const int steps = (k + tile - 1) / tile;
  real c = 0;
  for (int s = 0; s < steps; ++s) {
    const long long K = (long long)s * tile;
    subA[i][j] = 0;
    subB[i][j] = 0;
    if (I + i < m && K + j < k) subA[i][j] = A[(I + i) * k + (K + j)];
    if (K + i < k && J + j < n) subB[i][j] = B[(K + i) * n + (J + j)];
    __syncthreads();
#pragma unroll
    for (int l = 0; l < tile; ++l) c += subA[i][l] * subB[j][l];
    __syncthreads();
  }
  if (I + i < m && J + j < n) C[(I + i) * n + J + j] = c;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const unsigned blocks = (unsigned)parts(m, tile) * (unsigned)parts(n, tile);
  tiled_kernel<<<blocks, dim3(tile, tile)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
