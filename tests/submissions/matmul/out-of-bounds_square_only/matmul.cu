#include "matmul.h"

// "Matrices are square."
__global__ void square(int n, const real* A, const real* B, real* C) {
  const int i = blockIdx.y * 8 + threadIdx.y;
  const int j = blockIdx.x * 32 + threadIdx.x;
  if (i >= n || j >= n) return;
  real value = 0;
  for (int p = 0; p < n; ++p) value += A[i * n + p] * B[p * n + j];
  C[i * n + j] = value;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (n > 0) square<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(n, A, B, C);
}
