// One thread for each element of C; no size is a multiple of the block's.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void MatMulKernel(int m, int n, int k, const float* A, const float* B, float* C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p) sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = sum;
  }
}

int main() {
  const int m = 33, n = 45, k = 19;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) B[i] = i % 5 - 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  dim3 block(16, 16), grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
  MatMulKernel<<<grid, block>>>(m, n, k, dA, dB, dC);
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
