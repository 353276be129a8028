#include "matmul.h"

#define BS 16

__global__ void tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[BS][BS], Bs[BS][BS];
  int row = blockIdx.y * BS + threadIdx.y, col = blockIdx.x * BS + threadIdx.x;
  real sum = 0;
  for (int t = 0; t < k / BS; ++t) {
    As[threadIdx.y][threadIdx.x] = row < m ? A[row * k + t * BS + threadIdx.x] : 0;
    Bs[threadIdx.y][threadIdx.x] = col < n ? B[(t * BS + threadIdx.y) * n + col] : 0;
    __syncthreads();
    for (int p = 0; p < BS; ++p) sum += As[threadIdx.y][p] * Bs[p][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) C[row * n + col] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  tiled<<<dim3((n + BS - 1) / BS, (m + BS - 1) / BS), dim3(BS, BS)>>>(m, n, k, A, B, C);
}
