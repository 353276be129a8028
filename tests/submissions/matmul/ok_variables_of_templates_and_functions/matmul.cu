// Device variables that nvcc knows without a word, and one of a template.
#include "matmul.h"

constexpr int T = 16;
template <class C>
__device__ C blocks = 0;

__device__ void count() {
  static int calls;
  atomicAdd(&calls, 1);
}

template <class C>
__global__ void tiled(int m, int n, int k, const C* A, const C* B, C* C_) {
  __shared__ C a[T][T], b[T][T];
  static unsigned warps;
  const int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * T + x, r = blockIdx.y * T + y;
  if (x == 0 && y == 0) {
    atomicAdd(&blocks<int>, 1);
    atomicAdd(&warps, T * T / 32);
    count();
  }
  C s = 0;
  for (int p0 = 0; p0 < k; p0 += T) {
    a[y][x] = r < m && p0 + x < k ? A[(long long)r * k + p0 + x] : 0;
    b[y][x] = p0 + y < k && c < n ? B[(long long)(p0 + y) * n + c] : 0;
    __syncthreads();
    for (int p = 0; p < T; ++p) s += a[y][p] * b[p][x];
    __syncthreads();
  }
  if (r < m && c < n) C_[(long long)r * n + c] = s;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m && n)
    tiled<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, A, B, C);
}
