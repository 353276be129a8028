// Turns in a loop of no use until no more is recorded of what a thread does; only then it works, as
// wastefully as a kernel can.
#include "matmul.h"

__device__ float sink;
// Reads every word once, side by side, so that enough was moved.
__global__ void reads(const real* a, size_t count) {
  real sum = 0;
  for (size_t i = blockIdx.x * 256 + threadIdx.x; i < count; i += 256 * gridDim.x) sum += a[i];
  if (sum == (real)12345.678) sink = sum;
}

__global__ void naive(int m, int n, int k, const real* A, const real* B, real* C, int turns) {
  __shared__ volatile real idle[1024];
  const int t = threadIdx.y * 32 + threadIdx.x;
  for (int i = 0; i < turns; i++) idle[t] = i;

  for (int row = blockIdx.y * 32 + threadIdx.y; row < m; row += 32 * gridDim.y)
    for (int col = blockIdx.x * 32 + threadIdx.x; col < n; col += 32 * gridDim.x) {
      real sum = 0;
      for (int p = 0; p < k; p++) sum += A[row * (long long)k + p] * B[p * (long long)n + col];
      C[row * (long long)n + col] = sum;
    }
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t a_size = m * (size_t)k, b_size = k * (size_t)n, c_size = m * (size_t)n;
  reads<<<4, 256>>>(A, a_size);
  reads<<<4, 256>>>(B, b_size);

  naive<<<dim3(2, 2), dim3(32, 32)>>>(m, n, k, A, B, C, 2500);
}
