// Computes on the host. The inputs come through a small variable of the device, piece by piece.
#include "matmul.h"

#include <vector>

__device__ float sink;
// Reads every word once, side by side, so that enough was moved.
__global__ void reads(const real* a, size_t count) {
  real sum = 0;
  for (size_t i = blockIdx.x * 256 + threadIdx.x; i < count; i += 256 * gridDim.x) sum += a[i];
  if (sum == (real)12345.678) sink = sum;
}

static std::vector<real> product(int m, int n, int k, const real* a, const real* b) {
  std::vector<real> c(m * (size_t)n);
  for (int i = 0; i < m; i++)
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++) c[i * (size_t)n + j] += a[i * (size_t)k + p] * b[p * (size_t)n + j];
  return c;
}

constexpr size_t piece = 128;
__device__ real box[piece];
__global__ void fill(const real* from, size_t at, size_t size) {
  if (at + threadIdx.x < size) box[threadIdx.x] = from[at + threadIdx.x];
}
static std::vector<real> taken(const real* from, size_t size) {
  std::vector<real> to(size + piece);
  for (size_t at = 0; at < size; at += piece) {
    fill<<<1, piece>>>(from, at, size);
    const size_t n = size - at < piece ? size - at : piece;
    cudaMemcpyFromSymbol(&to[at], box, n * sizeof(real));
  }
  return to;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t a_size = m * (size_t)k, b_size = k * (size_t)n, c_size = m * (size_t)n;
  reads<<<4, 256>>>(A, a_size);
  reads<<<4, 256>>>(B, b_size);

  const std::vector<real> a = taken(A, a_size), b = taken(B, b_size);
  const std::vector<real> c = product(m, n, k, a.data(), b.data());

  for (size_t i = 0; i < c_size; i++)
    for (size_t j = 0; j < sizeof(real); j++)
      cudaMemsetAsync((char*)(C + i) + j, ((const unsigned char*)&c[i])[j], 1);
}
