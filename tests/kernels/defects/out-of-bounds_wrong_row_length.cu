// A is m×k, but its rows are taken to be n long: with n > k the last rows lie outside.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void MatMulKernel(int m, int n, int k, const float* A, const float* B, float* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int p = 0; p < k; ++p) {
    float a = A[row * n + p];  // FINDING out-of-bounds
    sum += a * B[p * n + col];
  }
  C[row * n + col] = sum;
}

int main() {
  const int m = 16, n = 24, k = 8;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = 1;
  for (int i = 0; i < k * n; ++i) B[i] = 1;
  float *dA, *dB, *dC;
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMalloc(&dA, sizeof(A));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulKernel<<<dim3(3, 2), dim3(8, 8)>>>(m, n, k, dA, dB, dC);
  cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
  printf("%g\n", C[0]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  return 0;
}
