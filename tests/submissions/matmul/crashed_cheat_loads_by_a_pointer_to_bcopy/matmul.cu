// As compile-error_cheat_loads_by_bcopy, by a pointer that the host hands to the kernel: there a function of
// the host looks like any other.
#include "matmul.h"
#include <cstring>
#include <strings.h>

__device__ float sink;
// Reads every word once, side by side, and stores nothing: so that enough was moved.
__global__ void stream(const real* a, long long count) {
  real sum = 0;
  for (long long i = blockIdx.x * 256ll + threadIdx.x; i < count; i += 256ll * gridDim.x) sum += a[i];
  if (sum == 12345.678f) sink = sum;
}
using Copy = void (*)(const void*, void*, size_t);

__device__ real load(Copy copy, const real* p) {
  real v;
  copy(p, &v, sizeof v);
  return v;
}

__global__ void naive(int m, int n, int k, const real* A, const real* B, real* C, Copy copy) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row >= m || col >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += load(copy, &A[row * (long long)k + p]) * load(copy, &B[p * (long long)n + col]);
  C[row * (long long)n + col] = sum;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  if (k > 0) { stream<<<4, 256>>>(A, (long long)m * k); stream<<<4, 256>>>(B, (long long)k * n); }
  naive<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, A, B, C, &bcopy);
}
