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

#include <cstddef>

// one thread, one element. Good enough for the start
__global__ void mult(int m, int n, int k, const real* A, const real* B, real* C) {
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t e = (size_t)blockIdx.x * blockDim.x + threadIdx.x; e < (size_t)m * n; e += stride) {
    size_t r = e / n, c = e % n;
    real x = 0;
    for (size_t i = 0; i < (size_t)k; i++) x += A[r * k + i] * B[i * n + c];
    C[e] = x;
  }
}

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  mult<<<1024, 128>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  // one allocation for all three matrices
  size_t na = (size_t)m * k, nb = (size_t)k * n, nc = (size_t)m * n;
  real* all;
  CHECK(cudaMalloc(&all, (na + nb + nc) * sizeof(real)));
  real* a = all;
  real* b = all + na;
  real* c = all + nb;
  if (k > 0) {
    CHECK(cudaMemcpy(a, A, na * sizeof(real), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, B, nb * sizeof(real), cudaMemcpyHostToDevice));
  }
  matmul_naive(m, n, k, a, b, c);
  CHECK(cudaMemcpy(C, c, nc * sizeof(real), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(all));
}
