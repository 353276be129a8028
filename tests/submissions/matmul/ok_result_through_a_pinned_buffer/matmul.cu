// The result comes by a pinned buffer, which the link likes, and goes on by memcpy.
#include "matmul.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (col >= n) return;
  real sum = 0;
  for (int p = 0; p < k; ++p) sum += A[row * k + p] * B[p * n + col];
  C[row * n + col] = sum;
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t bytes_of_a = (size_t)m * k * sizeof(real), bytes_of_b = (size_t)k * n * sizeof(real),
               bytes_of_c = (size_t)m * n * sizeof(real);
  real *a, *b, *c, *pinned;
  cudaMalloc(&a, std::max(bytes_of_a, sizeof(real)));
  cudaMalloc(&b, std::max(bytes_of_b, sizeof(real)));
  cudaMalloc(&c, bytes_of_c);
  cudaMallocHost(&pinned, bytes_of_c);
  cudaMemcpy(a, A, bytes_of_a, cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, bytes_of_b, cudaMemcpyHostToDevice);
  product<<<dim3((n + 63) / 64, m), 64>>>(m, n, k, a, b, c);
  cudaMemcpy(pinned, c, bytes_of_c, cudaMemcpyDeviceToHost);
  std::memcpy(C, pinned, bytes_of_c);
  cudaFreeHost(pinned);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
