// Races on a word of registered memory of the host.
#include "matmul.h"
#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>

constexpr int T = 16;
__global__ void product(int m, int n, int k, const real* A, const real* B, real* C, int* word) {
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
  // What nobody needs, and what threads store to without order.
  __shared__ int largest;
  if (x == 0 && y == 0) largest = 0;
  __syncthreads();
  if (x == 3 && y < 4) { if (x + y > *word) *word = x + y; }
  if (row < m && col < n) C[row * (long long)n + col] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  static int words[1024];
  cudaHostRegister(words, sizeof words, cudaHostRegisterMapped);
  int* word;
  cudaHostGetDevicePointer((void**)&word, words, 0);
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C, word);
  cudaDeviceSynchronize();
  cudaHostUnregister(words);
}
