// M threads share one product, one output each. Threads that are left over in a block do nothing.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 5, N = 7, S = 77;
__constant__ float matrix[M][N];

__global__ void mxv_o_per_thd(const float* in, float* out) {
  const int per_block = blockDim.x / M;
  if (threadIdx.x >= per_block * M) return;
  const int i = threadIdx.x % M;
  for (int h = blockIdx.x * per_block + threadIdx.x / M; h < S; h += gridDim.x * per_block) {
    float sum = 0;
    for (int j = 0; j < N; ++j) sum += matrix[i][j] * in[h * N + j];
    out[h * M + i] = sum;
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
  mxv_o_per_thd<<<3, 64>>>(din, dout);
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
