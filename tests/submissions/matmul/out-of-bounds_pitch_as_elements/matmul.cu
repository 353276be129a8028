// The pitches count bytes, the indices count elements.
#include "matmul.h"

__global__ void product(int m, int n, int k, const real* A, size_t pitchA, const real* B, size_t pitchB, real* C,
                        size_t pitchC) {
  const int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  if (i >= m || j >= n) return;
  real sum = 0;
  for (int p = 0; p < k; ++p) sum += A[i * pitchA + p] * B[p * pitchB + j];
  C[i * pitchC + j] = sum;
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t a = sizeof(real) * k, b = sizeof(real) * n;
  real *dA, *dB, *dC;
  size_t pA, pB, pC;
  cudaMallocPitch(&dA, &pA, a + 1, m);
  cudaMallocPitch(&dB, &pB, b, k + 1);
  cudaMallocPitch(&dC, &pC, b, m);
  if (k > 0) {
    cudaMemcpy2D(dA, pA, A, a, a, m, cudaMemcpyHostToDevice);
    cudaMemcpy2D(dB, pB, B, b, b, k, cudaMemcpyHostToDevice);
  }
  product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, dA, pA, dB, pB, dC, pC);
  cudaMemcpy2D(C, b, dC, pC, b, m, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
}
