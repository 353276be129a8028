#include <cuda_runtime.h>
#include "matmul.h"
constexpr int TM = 4, TN = 4, BM = 64, BN = 64, BK = 16;
// 16 x 16 threads, each 4 x 4
__global__ void sgemm(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[BK][BM];
  __shared__ real Bs[BK][BN];
  int tid = threadIdx.y * 16 + threadIdx.x;
  int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  real acc[TM][TN] = {};
  for (int k0 = 0; k0 < k; k0 += BK) {
    for (int i = tid; i < BM * BK; i += 256) {
      int r = i / BK, c = i % BK;
      As[c][r] = (row0 + r < m && k0 + c < k) ? A[(size_t)(row0 + r) * k + k0 + c] : real(0);
    }
    for (int i = tid; i < BK * BN; i += 256) {
      int r = i / BN, c = i % BN;
      Bs[r][c] = (k0 + r < k && col0 + c < n) ? B[(size_t)(k0 + r) * n + col0 + c] : real(0);
    }
    __syncthreads();
    for (int p = 0; p < BK; ++p) {
      real a[TM], b[TN];
      for (int i = 0; i < TM; ++i) a[i] = As[p][threadIdx.y * TM + i];
      for (int j = 0; j < TN; ++j) b[j] = Bs[p][threadIdx.x * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
    }
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      int r = row0 + threadIdx.y * TM + i, c = col0 + threadIdx.x * TN + j;
      if (r < m && c < n) C[(size_t)r * n + c] = acc[i][j];
    }
}
void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  sgemm<<<dim3((n + BN - 1) / BN, (m + BM - 1) / BM), dim3(16, 16)>>>(m, n, k, A, B, C);
}
