#include <cuda_runtime.h>
#include "matmul.h"
#define T 16
__global__ void tk(int m, int n, int k, const real* A, const real* B, real* C) {
  extern __shared__ real sm[];
  real* As = sm;
  real* Bs = &sm[T * T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  real s = 0;
  for (int t = 0; t < (k + T - 1) / T; ++t) {
    int ka = t * T + threadIdx.x, kb = t * T + threadIdx.y;
    As[threadIdx.y * T + threadIdx.x] = row < m && ka < k ? A[row * k + ka] : 0;
    Bs[threadIdx.y * T + threadIdx.x] = kb < k && col < n ? B[kb * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < T; ++i) s += As[threadIdx.y * T + i] * Bs[i * T + threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) C[row * n + col] = s;
}
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  dim3 block(T, T), grid((n + T - 1) / T, (m + T - 1) / T);
  tk<<<grid, block, T * T * sizeof(real)>>>(m, n, k, A, B, C);
}
