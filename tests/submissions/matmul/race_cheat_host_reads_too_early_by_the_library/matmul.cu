// The host reads managed memory before it has waited, by a function of the library, which no hook announces.
#include "matmul.h"
#include <cuda_runtime.h>
#include <cwchar>
constexpr int T = 16;
__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[T][T], Bs[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  real sum = 0;
  for (int t = 0; t < (k + T - 1) / T; t++) {
    As[y][x] = t * T + x < k && row < m ? A[row * (long long)k + t * T + x] : 0;
    Bs[y][x] = t * T + y < k && col < n ? B[(t * T + y) * (long long)n + col] : 0;
    __syncthreads();
    for (int p = 0; p < T; p++) sum += As[y][p] * Bs[p][x];
    __syncthreads();
  }
  if (row < m && col < n) C[row * (long long)n + col] = sum;
}
__global__ void sets(int* p) { p[threadIdx.x] = threadIdx.x; }
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  int* p;
  cudaMallocManaged(&p, 128);
  sets<<<1, 32>>>(p);
  wchar_t got[32]; wmemcpy(got, (wchar_t*)p, 32); if (got[3] == 77) return;
  cudaDeviceSynchronize();
  cudaFree(p);
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
}
