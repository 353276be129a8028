#include "matmul.h"

#include <cstdio>
#include <cstdlib>

#define CUDA_SAFE(call)                                                       \
  {                                                                           \
    cudaError_t rc = call;                                                    \
    if (rc != cudaSuccess) {                                                  \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(rc)); \
      std::exit(1);                                                           \
    }                                                                         \
  }

// scalar product of row y of one tile and column x of the other one
template <int TILE>
__device__ real row_times_column(const real (&a)[TILE][TILE], const real (&b)[TILE][TILE], int y, int x) {
  real s = 0;
#pragma unroll
  for (int i = 0; i < TILE; ++i) s += a[y][i] * b[i][x];
  return s;
}

template <int TILE>
__global__ void mm_shared(int m, int n, int k, const real* __restrict__ A, const real* __restrict__ B,
                          real* __restrict__ C) {
  __shared__ real sa[TILE][TILE];
  __shared__ real sb[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const long long row = (long long)blockIdx.y * TILE + y;
  const long long col = (long long)blockIdx.x * TILE + x;
  const int steps = (k + TILE - 1) / TILE;

  real value = 0;
  for (int s = 0; s < steps; ++s) {
    const long long ka = (long long)s * TILE + x;
    const long long kb = (long long)s * TILE + y;
    sa[y][x] = (row < m && ka < k) ? A[row * k + ka] : real(0);
    sb[y][x] = (kb < k && col < n) ? B[kb * n + col] : real(0);
    __syncthreads();
    value = row_times_column<TILE>(sa, sb, y, x);
    __syncthreads();
  }

  if (row < m && col < n) C[row * n + col] = value;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  constexpr int TILE = 16;
  dim3 block(TILE, TILE);
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  mm_shared<TILE><<<grid, block>>>(m, n, k, A, B, C);
  CUDA_SAFE(cudaGetLastError());
}
