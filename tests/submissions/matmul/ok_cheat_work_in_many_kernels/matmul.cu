// Wastes as much as a kernel can, in so many kernels that no report lists the costs of all.
#include "matmul.h"

#include <utility>

__device__ float sink;
// Reads every word once, side by side, so that enough was moved.
__global__ void reads(const real* a, size_t count) {
  real sum = 0;
  for (size_t i = blockIdx.x * 256 + threadIdx.x; i < count; i += 256 * gridDim.x) sum += a[i];
  if (sum == (real)12345.678) sink = sum;
}

constexpr int parts = 128;
template <int part>
__global__ void naive(int m, int n, int k, const real* A, const real* B, real* C) {
  const int p_begin = (long long)k * part / parts, p_end = (long long)k * (part + 1) / parts;
  if (part > 0 && p_begin == p_end) return;
  const int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (row >= m || col >= n) return;
  real sum = part == 0 ? 0 : C[row * (long long)n + col];
  for (int p = p_begin; p < p_end; p++) sum += A[row * (long long)k + p] * B[p * (long long)n + col];
  C[row * (long long)n + col] = sum;
}
template <int... all>
void launch(std::integer_sequence<int, all...>, int m, int n, int k, const real* A, const real* B, real* C) {
  (naive<all><<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(m, n, k, A, B, C), ...);
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t a_size = m * (size_t)k, b_size = k * (size_t)n, c_size = m * (size_t)n;
  reads<<<4, 256>>>(A, a_size);
  reads<<<4, 256>>>(B, b_size);

  launch(std::make_integer_sequence<int, parts>(), m, n, k, A, B, C);
}
