#include "matmul.h"

__global__ void kernel(real* C, const real* A, const real* B, int wA, int wB, int hA) {
  int tx = blockIdx.x * blockDim.x + threadIdx.x;
  int ty = blockIdx.y * blockDim.y + threadIdx.y;
  if (tx < wB && ty < hA)
    for (int i = 0; i < wA; ++i) C[ty * wB + tx] += A[ty * wA + i] * B[i * wB + tx];
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (!m || !n) return;
  dim3 threads(8, 32);
  kernel<<<dim3(n / threads.x + 1, m / threads.y + 1), threads>>>(C, A, B, k, n, m);
}
