#include "matmul.h"

#include <map>

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[i * k + p] * B[p * n + j];
  C[i * n + j] = sum;
}

// The honest twin: what is kept from call to call is memory, no values.
static real* scratch(size_t count) {
  static real* memory = nullptr;
  static size_t size = 0;
  if (size < count) {
    cudaFree(memory);
    cudaMalloc(&memory, count * sizeof(real));
    size = count;
  }
  return memory;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (k > 0) {
    real* copy = scratch(size_t(m) * k);
    cudaMemcpyAsync(copy, A, sizeof(real) * m * k, cudaMemcpyDeviceToDevice);
    A = copy;
  }
  if (m == 0 || n == 0) return;
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
