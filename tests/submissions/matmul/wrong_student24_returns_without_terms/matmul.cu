#include "matmul.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {}
void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {}
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {}
void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {}

// matmul_best: tiles of 32 x 32 in shared memory, but only 32 x 8 threads. Each thread has four
// elements of C (rows ty, ty + 8, ty + 16, ty + 24).

const int W = 32;
const int H = 8;
const int R = W / H;

__global__ void best_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real a[W][W];
  __shared__ real b[W][W];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const long long tiles_x = (n - 1) / W + 1;
  const long long row0 = blockIdx.x / tiles_x * W;
  const long long col = blockIdx.x % tiles_x * W + tx;

  real acc[R];
  for (int r = 0; r < R; r++) acc[r] = 0;

  for (long long p = 0; p < k; p += W) {
    for (int r = 0; r < R; r++) {
      const int y = ty + r * H;
      a[y][tx] = (row0 + y < m && p + tx < k) ? A[(row0 + y) * k + p + tx] : 0;
      b[y][tx] = (p + y < k && col < n) ? B[(p + y) * n + col] : 0;
    }
    __syncthreads();
    for (int q = 0; q < W; q++) {
      const real bq = b[q][tx];
      for (int r = 0; r < R; r++) acc[r] += a[ty + r * H][q] * bq;
    }
    __syncthreads();
  }

  for (int r = 0; r < R; r++) {
    const long long row = row0 + ty + r * H;
    if (row < m && col < n) C[row * n + col] = acc[r];
  }
}

void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0 || k == 0) return;  // empty matrices

  const long long tiles = ((n - 1) / W + 1LL) * ((m - 1) / W + 1LL);
  best_kernel<<<static_cast<unsigned int>(tiles), dim3(W, H)>>>(m, n, k, A, B, C);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "matmul_best: %s\n", cudaGetErrorString(error));
    std::abort();
  }
}
