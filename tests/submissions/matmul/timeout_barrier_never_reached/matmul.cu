#include "matmul.h"

// Thread 0 waits for a flag that the others set behind the barrier.
__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ volatile int ready;
  int i = blockIdx.x, j = blockIdx.y;
  if (threadIdx.x == 0) {
    ready = 0;
    while (ready == 0) {
    }
  }
  __syncthreads();
  ready = 1;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m > 0 && n > 0) product<<<dim3(m, n), 64>>>(m, n, k, A, B, C);
}
