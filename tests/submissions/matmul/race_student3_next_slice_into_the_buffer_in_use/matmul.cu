// matmul_best: 16x16 tiles with double buffering. While we multiply one pair of tiles the
// next pair is already loaded, so only one __syncthreads() per step.
#include "matmul.h"

#include <cstdio>
#include <cstdlib>

#define TS 16
typedef long long ll;

__global__ void mm_double_buffer(int m, int n, int k, const real *A, const real *B, real *C) {
  __shared__ real tileA[2][TS][TS + 1];
  __shared__ real tileB[2][TS][TS + 1];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const ll row = (ll)blockIdx.y * TS + ty;
  const ll col = (ll)blockIdx.x * TS + tx;
  const int steps = (k + TS - 1) / TS;

  auto fetch = [&](int buf, int step) {
    const ll ka = (ll)step * TS + tx;
    const ll kb = (ll)step * TS + ty;
    tileA[buf][ty][tx] = (row < m && ka < k) ? A[row * k + ka] : real(0);
    tileB[buf][ty][tx] = (kb < k && col < n) ? B[kb * n + col] : real(0);
  };

  real acc = 0;
  int cur = 0;

  if (steps > 0) fetch(cur, 0);
  __syncthreads();

  for (int s = 0; s < steps; s++) {
    // start with the next tiles
    if (s + 1 < steps) fetch(cur, s + 1);

    // multiply the current ones
    for (int q = 0; q < TS; q++) acc += tileA[cur][ty][q] * tileB[cur][q][tx];

    __syncthreads();
    cur = 1 - cur;
  }

  if (row < m && col < n) C[row * n + col] = acc;
}

void matmul_best(int m, int n, int k, const real *A, const real *B, real *C) {
  if (m == 0 || n == 0) return;
  dim3 block(TS, TS);
  dim3 grid((n + TS - 1) / TS, (m + TS - 1) / TS);
  mm_double_buffer<<<grid, block>>>(m, n, k, A, B, C);
  cudaError_t e = cudaGetLastError();
  if (e != cudaSuccess) {
    fprintf(stderr, "mm_double_buffer: %s\n", cudaGetErrorString(e));
    exit(1);
  }
}
