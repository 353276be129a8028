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

// ---- Task 3 ----
#define T 16

__global__ void tiled_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real tileA[T][T];
  __shared__ real tileB[T][T];
  int tilesPerRow = (n - 1) / T + 1;
  int x = threadIdx.x, y = threadIdx.y;
  long long row = (long long)(blockIdx.x / tilesPerRow) * T + y;
  long long col = (long long)(blockIdx.x % tilesPerRow) * T + x;
  if (row >= m || col >= n) return;  // nothing to do for me

  real value = 0;
  for (long long k0 = 0; k0 < k; k0 += T) {
    tileA[y][x] = row < m && k0 + x < k ? A[row * k + k0 + x] : 0;
    tileB[y][x] = col < n && k0 + y < k ? B[(k0 + y) * n + col] : 0;
    __syncthreads();
    for (int q = 0; q < T; ++q) value += tileA[y][q] * tileB[q][x];
    __syncthreads();
  }
  if (row < m && col < n) C[row * n + col] = value;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 threads(T, T);
  unsigned blocks = ((m - 1) / T + 1) * (unsigned)((n - 1) / T + 1);
  tiled_kernel<<<blocks, threads>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
