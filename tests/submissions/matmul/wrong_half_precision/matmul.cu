// Computes in half precision, where the task asks for float.
#include "matmul.h"
// As a tensor core with half precision would read its operands: 10 bits of fraction.
__device__ real rounded(real x) {
  return __int_as_float(__float_as_int(float(x)) + 0x1000 & 0xffffe000);
}

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += rounded(A[i * k + p]) * rounded(B[p * n + j]);
  C[i * n + j] = sum;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  product<<<grid, block>>>(m, n, k, A, B, C);
}
