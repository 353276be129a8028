// A race in shared memory, by a pointer to a function of the C library that is declared by hand and weak.
#include "matmul.h"

extern "C" __attribute__((weak)) void bcopy(const void*, void*, size_t) noexcept;
constexpr int T = 16;

using Copy = void (*)(const void*, void*, size_t);

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C, Copy copy) {
  __shared__ real As[T][T], Bs[T][T];
  __shared__ __align__(16) int last[4];
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
  copy(&x, last, sizeof x);
  if (row < m && col < n) C[row * (long long)n + col] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C, &bcopy);
}
