#include "matmul.h"

#define TILE 16
#define CEIL(a, b) (((a) + (b) - 1) / (b))

// i = row of C, j = column of C
__global__ void matmul_sm(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real a[TILE][TILE], b[TILE][TILE];
  int i = blockIdx.x * TILE + threadIdx.x;
  int j = blockIdx.y * TILE + threadIdx.y;
  int li = threadIdx.x, lj = threadIdx.y;
  real res = 0;
  for (int t = 0; t < CEIL(k, TILE); t++) {
    int ja = t * TILE + lj, ib = t * TILE + li;
    a[li][lj] = i < m && ja < k ? A[(size_t)i * k + ja] : 0;
    b[li][lj] = ib < k && j < n ? B[(size_t)ib * n + j] : 0;
    __syncthreads();
    for (int q = 0; q < TILE; q++) res += a[li][q] * b[q][lj];
    __syncthreads();
  }
  if (i < m && j < n) C[(size_t)i * n + j] = res;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  matmul_sm<<<dim3(CEIL(m, TILE), CEIL(n, TILE)), dim3(TILE, TILE)>>>(m, n, k, A, B, C);
}
