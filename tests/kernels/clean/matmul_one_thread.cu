// The whole product by a single thread.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void MatMulSequential(int m, int n, int k, const float* A, const float* B, float* C) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      C[i * n + j] = 0;
      for (int p = 0; p < k; ++p) C[i * n + j] += A[i * k + p] * B[p * n + j];
    }
}

int main() {
  const int m = 9, n = 11, k = 13;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) B[i] = i % 5 - 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulSequential<<<1, 1>>>(m, n, k, dA, dB, dC);
  cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int p = 0; p < k; ++p) sum += A[i * k + p] * B[p * n + j];
      if (!(C[i * n + j] == sum)) ++wrong;
    }
  if (wrong) printf("%d wrong\n", wrong);
  return wrong != 0;
}
