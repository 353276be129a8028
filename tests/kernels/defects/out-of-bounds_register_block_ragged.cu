// Each thread computes 2×4 elements; the guard looks at the first of them only. (C is padded at the
// right, so that only the rows run out.)
#include <cuda_runtime.h>

#include <cstdio>

__global__ void MatMulCoarse(int m, int n, int k, const float* A, const float* B, float* C) {
  int row = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
  int col = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (row >= m || col >= n) return;
  float sum[2][4] = {};
  for (int p = 0; p < k; ++p)
    for (int r = 0; r < 2; ++r) {
      float a = A[(row + r) * k + p];  // FINDING out-of-bounds
      for (int c = 0; c < 4; ++c) sum[r][c] += a * B[p * n + col + c];
    }
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 4; ++c) C[(row + r) * n + col + c] = sum[r][c];  // FINDING out-of-bounds
}

int main() {
  const int m = 15, n = 16, k = 10;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = 1;
  for (int i = 0; i < k * n; ++i) B[i] = 1;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulCoarse<<<dim3(1, 1), dim3(4, 8)>>>(m, n, k, dA, dB, dC);
  cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
  printf("%g\n", C[m * n - 1]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  return 0;
}
