#include "matmul.h"

// The whole of A's row block and B's column block at once.
__global__ void greedy(int m, int n, int k, const real* A, const real* B, real* C) {
  extern __shared__ real stage[];
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  int me = threadIdx.y * 16 + threadIdx.x;
  for (int t = me; t < 16 * k; t += 256) {
    int row = blockIdx.y * 16 + t / k, col = blockIdx.x * 16 + t % 16;
    stage[t] = row < m ? A[row * k + t % k] : 0;
    stage[16 * k + t] = col < n ? B[t / 16 * n + col] : 0;
  }
  __syncthreads();
  real sum = 0;
  for (int p = 0; p < k; ++p)
    sum += stage[threadIdx.y * k + p] * stage[16 * k + p * 16 + threadIdx.x];
  if (i < m && j < n) C[i * n + j] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m && n)
    greedy<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16), 32 * k * sizeof(real)>>>(m, n, k, A,
                                                                                        B, C);
}
