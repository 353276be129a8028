// C is added to, and nobody has set it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void MatMulKernel(int m, int n, int k, const float* A, const float* B, float* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int p = 0; p < k; ++p) sum += A[row * k + p] * B[p * n + col];
  C[row * n + col] += sum;  // FINDING uninitialized
}

int main() {
  const int m = 17, n = 9, k = 5;
  float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = 1;
  for (int i = 0; i < k * n; ++i) B[i] = 1;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulKernel<<<dim3(2, 3), dim3(8, 8)>>>(m, n, k, dA, dB, dC);
  cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
  printf("%g\n", C[0]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  return 0;
}
