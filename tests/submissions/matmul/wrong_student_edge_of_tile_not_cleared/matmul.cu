#include "matmul.h"

#define B_SZ 16

// C = A*B, adapted from the CUDA programming guide
__global__ void mm(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real sA[B_SZ * B_SZ];
  __shared__ real sB[B_SZ * B_SZ];
  unsigned row = blockIdx.y * B_SZ + threadIdx.y;
  unsigned col = blockIdx.x * B_SZ + threadIdx.x;
  unsigned me = threadIdx.y * B_SZ + threadIdx.x;
  real Cvalue = 0;
  for (int k0 = 0; k0 < k; k0 += B_SZ) {
    if (row < m && k0 + threadIdx.x < k)
      sA[me] = A[(size_t)row * k + k0 + threadIdx.x];
    if (col < n && k0 + threadIdx.y < k)
      sB[me] = B[(size_t)(k0 + threadIdx.y) * n + col];
    __syncthreads();
#pragma unroll
    for (int e = 0; e < B_SZ; ++e) Cvalue += sA[threadIdx.y * B_SZ + e] * sB[e * B_SZ + threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) C[(size_t)row * n + col] = Cvalue;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (!m || !n) return;
  mm<<<dim3((n + B_SZ - 1) / B_SZ, (m + B_SZ - 1) / B_SZ), dim3(B_SZ, B_SZ)>>>(m, n, k, A, B, C);
}
