// Small matrix-vector products: input and output are buffered in local arrays.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 6, N = 5, S = 150;
__constant__ float matrix[M][N];

__global__ void mxv(const float* in, float* out) {
  for (int h = blockIdx.x * blockDim.x + threadIdx.x; h < S; h += gridDim.x * blockDim.x) {
    float v[N], u[M];
    for (int j = 0; j < N; ++j) v[j] = in[h * N + j];
    for (int i = 0; i < M; ++i) {
      u[i] = 0;
      for (int j = 0; j < N; ++j) u[i] += matrix[i][j] * v[j];
    }
    for (int i = 0; i < M; ++i) out[h * M + i] = u[i];
  }
}

int main() {
  static float A[M][N], in[S * N], out[S * M];
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) A[i][j] = (i + 2 * j) % 9 - 4;
  for (int i = 0; i < S * N; ++i) in[i] = i % 11 - 5;
  float *din, *dout;
  cudaMemcpyToSymbol(matrix, A, sizeof(A));
  cudaMalloc(&din, sizeof(in));
  cudaMalloc(&dout, sizeof(out));
  cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
  mxv<<<2, 32>>>(din, dout);
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
