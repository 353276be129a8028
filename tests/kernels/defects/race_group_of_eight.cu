// Small matrix-vector products by groups of eight threads, which exchange the input through shared
// memory. That was right while a warp ran in lockstep; since Volta it needs __syncwarp.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 16, N = 16, CS = 8;
__constant__ float matrix[M][N];

__global__ void mxv_sh_ochunk(int S, const float* in, float* out) {
  __shared__ float chunk[64 / CS][CS];
  const int group = threadIdx.x / CS, k = threadIdx.x % CS;
  const int groups = gridDim.x * blockDim.x / CS;
  for (int h = blockIdx.x * (blockDim.x / CS) + group; h < S; h += groups) {
    float sum[M / CS] = {};
    for (int p = 0; p < N; p += CS) {
      chunk[group][k] = in[h * N + p + k];  // FINDING race ?
      for (int q = 0; q < CS; ++q) {
        const float v = chunk[group][q];  // FINDING race ?, MAYBE uninitialized
        for (int i = 0; i < M / CS; ++i) sum[i] += matrix[i * CS + k][p + q] * v;
      }
    }
    for (int i = 0; i < M / CS; ++i) out[h * M + i * CS + k] = sum[i];
  }
}

int main() {
  const int S = 40;
  static float A[M][N], in[S * N], out[S * M];
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) A[i][j] = i - j;
  for (int i = 0; i < S * N; ++i) in[i] = i % 7;
  cudaMemcpyToSymbol(matrix, A, sizeof(A));
  float *din, *dout;
  cudaMalloc(&din, sizeof(in));
  cudaMalloc(&dout, sizeof(out));
  cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
  mxv_sh_ochunk<<<2, 64>>>(S, din, dout);
  cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
  printf("%g\n", out[M]);
  cudaFree(din);
  cudaFree(dout);
  return 0;
}
