#include "matmul.h"

__global__ void product(int n, real* A, real* B, real* C) {
  int i = blockIdx.x, j = threadIdx.x;
  C[i * n + j] = 0;
  for (int p = 0; p < n; p++) C[i * n + j] += A[i * n + p] * B[p * n + j];
}

void matmul_naive(int n, real* A, real* B, real* C) { product<<<n, n>>>(n, A, B, C); }
