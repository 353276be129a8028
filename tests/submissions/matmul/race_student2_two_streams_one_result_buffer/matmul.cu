#include "matmul.h"

#include <cassert>
#include <cstddef>

namespace {

__global__ void product(int rows, int n, int k, const real* a, const real* b, real* c) {
  const long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= (long long)rows * n) return;
  const long long i = at / n, j = at % n;
  real sum = 0;
  for (long long p = 0; p < k; ++p) sum += a[i * k + p] * b[p * n + j];
  c[at] = sum;
}

void ok(cudaError_t error) { assert(error == cudaSuccess); }

}  // namespace

// C is cut into an upper and a lower band, each in a stream of its own, so that one is computed
// while the other one is copied.
void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const std::size_t half = (m + 1) / 2;
  const std::size_t first[2] = {0, half};
  const std::size_t rows[2] = {half, m - half};

  real *a = nullptr, *b = nullptr, *c = nullptr;
  ok(cudaMalloc(&a, sizeof(real) * m * k));
  ok(cudaMalloc(&b, sizeof(real) * k * n));
  ok(cudaMalloc(&c, sizeof(real) * half * n));  // room for one band
  ok(cudaMemcpy(b, B, sizeof(real) * k * n, cudaMemcpyHostToDevice));

  cudaStream_t stream[2];
  for (int s = 0; s < 2; ++s) ok(cudaStreamCreate(&stream[s]));

  for (int s = 0; s < 2; ++s) {
    if (rows[s] == 0) continue;
    ok(cudaMemcpyAsync(a + first[s] * k, A + first[s] * k, sizeof(real) * rows[s] * k,
                       cudaMemcpyHostToDevice, stream[s]));
    const unsigned blocks = (rows[s] * n + 255) / 256;
    product<<<blocks, 256, 0, stream[s]>>>(rows[s], n, k, a + first[s] * k, b, c);
    ok(cudaGetLastError());
  }
  for (int s = 0; s < 2; ++s) {
    if (rows[s] == 0) continue;
    ok(cudaMemcpyAsync(C + first[s] * n, c, sizeof(real) * rows[s] * n,
                       cudaMemcpyDeviceToHost, stream[s]));
  }
  for (int s = 0; s < 2; ++s) {
    ok(cudaStreamSynchronize(stream[s]));
    ok(cudaStreamDestroy(stream[s]));
  }
  ok(cudaFree(a));
  ok(cudaFree(b));
  ok(cudaFree(c));
}
