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

int tile = 16;

__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[tile][tile], Bs[tile][tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  unsigned across = (n + tile - 1) / tile;
  long long row = (long long)(blockIdx.x / across) * tile + ty;
  long long column = (long long)(blockIdx.x % across) * tile + tx;
  real sum = 0;
  for (int t = 0; t < (k + tile - 1) / tile; ++t) {
    int ka = t * tile + tx;
    int kb = t * tile + ty;
    As[ty][tx] = (row < m && ka < k) ? A[row * k + ka] : real(0);
    Bs[ty][tx] = (column < n && kb < k) ? B[(long long)kb * n + column] : real(0);
    __syncthreads();
    for (int p = 0; p < tile; ++p) sum += As[ty][p] * Bs[p][tx];
    __syncthreads();
  }
  if (row < m && column < n) C[row * n + column] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  unsigned blocks = (unsigned)parts(m, tile) * (unsigned)parts(n, tile);
  tiled_kernel<<<blocks, dim3(tile, tile)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
