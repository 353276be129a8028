#include "matmul.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err_ = (call);                                                 \
    if (err_ != cudaSuccess) {                                                 \
      fprintf(stderr, "CUDA error line %d: %s\n", __LINE__, cudaGetErrorString(err_)); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// task 1: one thread per element, numbered row by row
__global__ void naive_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  long long number = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= (long long)m * n) return;
  long long i = number / n;
  long long j = number % n;
  const real* a = A + i * k;  // the row of A
  const real* b = B + j * k;  // the column of B
  real s = 0;
  for (int p = 0; p < k; p++) {
    s += *a * *b;
    a++;
    b++;
  }
  C[number] = s;
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const long long elements = (long long)m * n;
  const int threads = 256;
  naive_kernel<<<(unsigned)((elements + threads - 1) / threads), threads>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}
