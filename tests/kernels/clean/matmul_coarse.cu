// Patches of 2×4 elements in registers; those at the edges load zeros for what is outside.
#include <cuda_runtime.h>

#include <cstdio>

template <int Rows, int Columns>
__global__ void MatMulCoarse(int m, int n, int k, const float* A, const float* B, float* C) {
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * Rows;
  const int col = (blockIdx.x * blockDim.x + threadIdx.x) * Columns;
  float sum[Rows][Columns] = {};
  for (int p = 0; p < k; ++p) {
    float a[Rows], b[Columns];
#pragma unroll
    for (int r = 0; r < Rows; ++r) a[r] = row + r < m ? A[(row + r) * k + p] : 0;
#pragma unroll
    for (int c = 0; c < Columns; ++c) b[c] = col + c < n ? B[p * n + col + c] : 0;
#pragma unroll
    for (int r = 0; r < Rows; ++r)
#pragma unroll
      for (int c = 0; c < Columns; ++c) sum[r][c] += a[r] * b[c];
  }
#pragma unroll
  for (int r = 0; r < Rows; ++r)
#pragma unroll
    for (int c = 0; c < Columns; ++c)
      if (row + r < m && col + c < n) C[(row + r) * n + col + c] = sum[r][c];
}

int main() {
  const int m = 21, n = 38, k = 17;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) B[i] = i % 5 - 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  MatMulCoarse<2, 4><<<dim3(2, 2), dim3(8, 8)>>>(m, n, k, dA, dB, dC);
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
