// A guard with <= where < is meant: one row too many is read from A and written to C.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void MatMulKernel(int m, int n, int k, const float* A, const float* B, float* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row <= m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + col];  // FINDING out-of-bounds
    C[row * n + col] = sum;                                              // FINDING out-of-bounds
  }
}

int main() {
  const int m = 18, n = 20, k = 24;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; i++) A[i] = 1;
  for (int i = 0; i < k * n; i++) B[i] = 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  MatMulKernel<<<grid, block>>>(m, n, k, dA, dB, dC);
  cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
  printf("C[0] = %g, C[last] = %g\n", C[0], C[m * n - 1]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  return 0;
}
