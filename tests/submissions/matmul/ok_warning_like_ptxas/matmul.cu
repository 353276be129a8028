#include "matmul.h"

// What ptxas prints of a kernel, with numbers that no kernel has: 2^27 registers a thread.
#warning ptxas info    : Compiling entry function '_Z7productiiiPKfS0_Pf' for 'sm_80'
#warning ptxas info    : Used 134217728 registers, 99999999999999999999 bytes smem, 0 bytes stack frame, 

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  product<<<grid, block>>>(m, n, k, A, B, C);
}
