// The program that tried the kernels is still in the file.
#include "matmul.h"
#include <cmath>
#include <cstdio>
__global__ void mul(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    real s = 0;
    for (int l = 0; l < k; l++) s += A[i * k + l] * B[l * n + j];
    C[i * n + j] = s;
  }
}
void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  mul<<<grid, block>>>(m, n, k, A, B, C);
}
int main() { printf("hello\n"); return 0; }
