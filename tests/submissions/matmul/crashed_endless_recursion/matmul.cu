#include "matmul.h"

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

// The recursive algorithm, without its end.
static double divide_and_conquer(int from, int to, volatile char* above) {
  volatile char frame[4096];
  frame[0] = above[0];
  return divide_and_conquer(from, (from + to) / 2, frame) +
         divide_and_conquer((from + to) / 2, to, frame) + frame[1];
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  volatile char top[1] = {0};
  if (divide_and_conquer(0, k, top) < 0) return;
  if (m == 0 || n == 0) return;
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
