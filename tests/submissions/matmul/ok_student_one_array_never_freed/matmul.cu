#include "matmul.h"

template <int BX, int BY>
__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  const int j = blockIdx.x * BX + threadIdx.x;
  const int i = blockIdx.y * BY + threadIdx.y;
  if (i >= m || j >= n) return;
  real s = 0;
  for (int p = 0; p < k; p++) s += A[size_t(i) * k + p] * B[size_t(p) * n + j];
  C[size_t(i) * n + j] = s;
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  real* dev[3] = {nullptr, nullptr, nullptr};
  const size_t count[3] = {size_t(m) * k, size_t(k) * n, size_t(m) * n};
  for (int i = 0; i < 3; i++) cudaMalloc(&dev[i], count[i] * sizeof(real));
  const real* src[2] = {A, B};
  for (int i = 0; i < 2; i++) cudaMemcpy(dev[i], src[i], count[i] * sizeof(real), cudaMemcpyDefault);
  product<32, 4><<<dim3((n + 31) / 32, (m + 3) / 4), dim3(32, 4)>>>(m, n, k, dev[0], dev[1], dev[2]);
  cudaMemcpy(C, dev[2], count[2] * sizeof(real), cudaMemcpyDefault);
  for (int i = 0; i < 3; i += 2) cudaFree(dev[i]);
}
