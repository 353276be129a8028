// The arrays have room for a few vectors more than there are, so that no thread asks for the end.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 4, N = 6, S = 100, padded = 128;
__constant__ float matrix[M][N];

__global__ void mxv(const float* in, float* out) {
  const int h = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < M; ++i) {
    float sum = 0;
    for (int j = 0; j < N; ++j) sum += matrix[i][j] * in[h * N + j];
    out[h * M + i] = sum;
  }
}

int main() {
  static float A[M][N], in[S * N], out[S * M];
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) A[i][j] = i - j;
  for (int i = 0; i < S * N; ++i) in[i] = i % 11 - 5;
  float *din, *dout;
  cudaMemcpyToSymbol(matrix, A, sizeof(A));
  cudaMalloc(&din, padded * N * sizeof(float));
  cudaMalloc(&dout, padded * M * sizeof(float));
  cudaMemset(din, 0, padded * N * sizeof(float));
  cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
  mxv<<<4, 32>>>(din, dout);
  cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
  cudaFree(din);
  cudaFree(dout);
  int wrong = 0;
  for (int h = 0; h < S; ++h)
    for (int i = 0; i < M; ++i) {
      float sum = 0;
      for (int j = 0; j < N; ++j) sum += A[i][j] * in[h * N + j];
      if (!(out[h * M + i] == sum)) ++wrong;
    }
  if (wrong) printf("%d wrong\n", wrong);
  return wrong != 0;
}
