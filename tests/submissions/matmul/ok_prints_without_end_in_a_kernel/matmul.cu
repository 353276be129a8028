// Prints without end, from a kernel: a GPU keeps the last part, and the values are right.
#include <cstdio>
#include "matmul.h"

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  for (int p = 0; p < k && p < 8; p++)
    printf(
        "thread (%d, %d) of block (%d, %d) computes the element in row %d and column %d and adds "
        "product number %d: %g times %g gives the sum %g\n",
        threadIdx.x, threadIdx.y, blockIdx.x, blockIdx.y, i, j, p, A[i * k + p], B[p * n + j], sum);
  C[i * n + j] = sum;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
