#include <stdio.h>
#include <stdlib.h>

#include "matmul.h"

#define CHECK(call)                                                             \
  {                                                                             \
    cudaError_t err = call;                                                     \
    if (err != cudaSuccess) {                                                   \
      printf("%s in line %d\n", cudaGetErrorString(err), __LINE__);             \
      exit(EXIT_FAILURE);                                                       \
    }                                                                           \
  }

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; p++) sum += A[(size_t)i * k + p] * B[(size_t)p * n + j];
  C[(size_t)i * n + j] = sum;
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  real *a, *b, *c;
  CHECK(cudaMalloc(&a, (size_t)m * k * sizeof(real)));
  CHECK(cudaMalloc(&b, (size_t)k * n * sizeof(real)));
  CHECK(cudaMalloc(&c, (size_t)m * n));
  CHECK(cudaMemcpy(a, A, (size_t)m * k * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, B, (size_t)k * n * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(c, 0, (size_t)m * n * sizeof(real)));
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(C, c, (size_t)m * n * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
}
