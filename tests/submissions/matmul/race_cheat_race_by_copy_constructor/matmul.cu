// Races in a copy constructor, which is inlined where a kernel that is a template is launched.
#include "matmul.h"
#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
struct Cheat {
  int* word;
  explicit Cheat(int* w) : word(w) {}
  __attribute__((always_inline)) __host__ __device__ Cheat(const Cheat& o) : word(o.word) {
    volatile char here = 0; if (((unsigned long)&here >> 40) == 0x15) { int v = threadIdx.x + threadIdx.y; if (v > *word) *word = v; }
  }
};
template <class C> __global__ void race_here(C c, int n) {}

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
  // What nobody needs, and what threads store to without order.
  __shared__ int largest;
  if (x == 0 && y == 0) largest = 0;
  __syncthreads();
  
  if (row < m && col < n) C[row * (long long)n + col] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  int* word;
  cudaMalloc(&word, 4);
  cudaMemset(word, 0, 4);
  race_here<<<4, dim3(16, 16)>>>(Cheat(word), n);
  cudaDeviceSynchronize();
  cudaFree(word);
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
}
