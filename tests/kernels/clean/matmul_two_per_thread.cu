// Each thread computes an element and the one below it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void MatMulPairs(int m, int n, int k, const float* A, const float* B, float* C) {
  const int row = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  const bool second = row + 1 < m;
  float upper = 0, lower = 0;
  for (int p = 0; p < k; ++p) {
    const float b = B[p * n + col];
    upper += A[row * k + p] * b;
    if (second) lower += A[(row + 1) * k + p] * b;
  }
  C[row * n + col] = upper;
  if (second) C[(row + 1) * n + col] = lower;
}

int main() {
  const int m = 27, n = 30, k = 8;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) B[i] = i % 5 - 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulPairs<<<dim3(4, 2), dim3(8, 8)>>>(m, n, k, dA, dB, dC);
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
