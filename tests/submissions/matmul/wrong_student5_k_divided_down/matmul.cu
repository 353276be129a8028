#include "matmul.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err_ = (call);                                                 \
    if (err_ != cudaSuccess) {                                                 \
      fprintf(stderr, "CUDA error line %d: %s\n", __LINE__, cudaGetErrorString(err_)); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// Task 3 first, it is the interesting one
constexpr int TILE = 32;

__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real s_a[TILE * TILE];
  __shared__ real s_b[TILE * TILE];
  const long long row = (long long)blockIdx.x * TILE + threadIdx.y;
  const int flat = threadIdx.y * TILE + threadIdx.x;

  // the blocks of y take turns, in case there are too few
  for (long long first = (long long)blockIdx.y * TILE; first < n;
       first += (long long)gridDim.y * TILE) {
    const long long col = first + threadIdx.x;
    const int phases = k / TILE;
    real sum = 0;
    for (int ph = 0; ph < phases; ++ph) {
      const int ka = ph * TILE + threadIdx.x;
      const int kb = ph * TILE + threadIdx.y;
      if (row < m && ka < k)
        s_a[flat] = A[row * k + ka];
      else
        s_a[flat] = 0;
      if (kb < k && col < n)
        s_b[flat] = B[(long long)kb * n + col];
      else
        s_b[flat] = 0;
      __syncthreads();
      for (int e = 0; e < TILE; ++e)
        sum += s_a[threadIdx.y * TILE + e] * s_b[e * TILE + threadIdx.x];
      __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = sum;
  }
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const dim3 block(TILE, TILE);
  int y = (n + TILE - 1) / TILE;
  if (y > 65535) y = 65535;
  const dim3 grid((m + TILE - 1) / TILE, y);
  tiled_kernel<<<grid, block>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
