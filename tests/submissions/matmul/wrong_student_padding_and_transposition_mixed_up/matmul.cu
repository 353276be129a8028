#include "matmul.h"

enum { W = 16 };

// + 1 against bank conflicts, see lecture 6
__global__ void tiles(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[W][W + 1];
  __shared__ real Bs[W][W + 1];
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  long long x = (long long)blockIdx.x * W + tx;
  long long y = (long long)blockIdx.y * W + ty;
  real acc = 0;
  for (int base = 0; base < k; base += W) {
    real a = 0, b = 0;
    if (y < m && base + tx < k) a = A[y * k + base + tx];
    if (x < n && base + ty < k) b = B[(long long)(base + ty) * n + x];
    As[tx][ty] = a;   // transposed, like in the slides
    Bs[ty][tx] = b;
    __syncthreads();
    for (int q = 0; q < W; q++) acc += As[ty][q] * Bs[q][tx];
    __syncthreads();
  }
  if (y < m && x < n) C[y * n + x] = acc;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m <= 0 || n <= 0) return;
  dim3 grid((n + W - 1) / W, (m + W - 1) / W);
  tiles<<<grid, dim3(W, W)>>>(m, n, k, A, B, C);
}
