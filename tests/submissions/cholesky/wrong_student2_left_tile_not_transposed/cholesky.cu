#include "cholesky.h"

#include <cstdio>

// Blocked version with 32 x 32 tiles. For every row of tiles:
//   diag    factors the tile on the diagonal (1 block)
//   panel   computes the tiles right of it   (1 block for each tile, 1 thread for each column)
//   update  subtracts U^T * U from the rest  (1 block for each tile)
constexpr int NB = 32;

using Tile = real[NB][NB + 1];

__global__ void diag(int n, int p, real* A, int* info) {
  __shared__ Tile t;
  if (*info != 0) return;
  const int x = threadIdx.x, y = threadIdx.y;
  const int size = min(NB, n - p);
  if (x < size && y <= x) t[y][x] = A[(size_t)(p + y) * n + p + x];
  __syncthreads();
  for (int k = 0; k < size; ++k) {
    const real pivot = t[k][k];
    if (!(pivot > 0)) {
      if (x == 0 && y == 0) *info = p + k + 1;
      return;
    }
    __syncthreads();
    if (y == k && x >= k && x < size) t[k][x] /= sqrt(pivot);
    __syncthreads();
    if (y > k && x >= y && x < size) t[y][x] -= t[k][y] * t[k][x];
    __syncthreads();
  }
  if (x < size && y <= x) A[(size_t)(p + y) * n + p + x] = t[y][x];
}

__global__ void panel(int n, int p, real* A, const int* info) {
  __shared__ Tile u;
  if (*info != 0) return;
  const int x = threadIdx.x;
  for (int r = 0; r < NB; ++r) u[r][x] = A[(size_t)(p + r) * n + p + x];
  __syncwarp();
  const int col = p + NB + blockIdx.x * NB + x;
  if (col >= n) return;
  real v[NB];
  for (int r = 0; r < NB; ++r) {
    real s = A[(size_t)(p + r) * n + col];
    for (int q = 0; q < r; ++q) s -= u[q][r] * v[q];
    v[r] = s / u[r][r];
    A[(size_t)(p + r) * n + col] = v[r];
  }
}

__global__ void update(int n, int p, real* A, const int* info) {
  __shared__ Tile left, right;
  if (*info != 0 || blockIdx.y > blockIdx.x) return;
  const int x = threadIdx.x, y = threadIdx.y;
  const int i0 = p + NB + blockIdx.y * NB;
  const int j0 = p + NB + blockIdx.x * NB;
  const real* row = A + (size_t)(p + y) * n;
  left[y][x] = i0 + x < n ? row[i0 + x] : real(0);
  right[y][x] = j0 + x < n ? row[j0 + x] : real(0);
  __syncthreads();
  real s = 0;
  for (int q = 0; q < NB; ++q) s += left[y][q] * right[q][x];
  const int i = i0 + y, j = j0 + x;
  if (i < n && j < n && i <= j) A[(size_t)i * n + j] -= s;
}

int cholesky_best(int n, real* A) {
  if (n == 0) return 0;
  int* info;
  cudaMalloc(&info, sizeof *info);
  cudaMemset(info, 0, sizeof *info);
  for (int p = 0; p < n; p += NB) {
    diag<<<1, dim3(NB, NB)>>>(n, p, A, info);
    const int rest = n - p - NB;
    if (rest <= 0) break;
    const int tiles = (rest + NB - 1) / NB;
    panel<<<tiles, NB>>>(n, p, A, info);
    update<<<dim3(tiles, tiles), dim3(NB, NB)>>>(n, p, A, info);
  }
  int h = 0;
  cudaError_t e = cudaMemcpy(&h, info, sizeof h, cudaMemcpyDeviceToHost);
  if (e != cudaSuccess) printf("cholesky_best: %s\n", cudaGetErrorString(e));
  cudaFree(info);
  return h;
}
