// A batch of small products: the grid is rounded up, the kernel takes every thread for a vector.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 6, N = 5;
__constant__ float matrix[M][N];

__global__ void mxv(int S, const float* in, float* out) {
  int h = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < M; ++i) {
    float sum = 0;
    for (int j = 0; j < N; ++j) sum += matrix[i][j] * in[h * N + j];  // FINDING out-of-bounds
    out[h * M + i] = sum;                                             // FINDING out-of-bounds
  }
}

int main() {
  const int S = 126;
  static float A[M][N], in[S * N], out[S * M];
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) A[i][j] = i + j;
  for (int i = 0; i < S * N; ++i) in[i] = 1;
  cudaMemcpyToSymbol(matrix, A, sizeof(A));
  float *din, *dout;
  cudaMalloc(&din, sizeof(in));
  cudaMalloc(&dout, sizeof(out));
  cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
  mxv<<<(S + 63) / 64, 64>>>(S, din, dout);
  cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
  printf("%g\n", out[S * M - 1]);
  cudaFree(din);
  cudaFree(dout);
  return 0;
}
