// As the group of eight, but each group synchronises with a mask of its own: groups of a warp go
// their own ways, and some end earlier.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 8, N = 16, CS = 8, S = 37;
__constant__ float matrix[M][N];

__global__ void mxv_sh_ochunk(const float* in, float* out) {
  __shared__ float chunk[32 / CS][CS];
  const int group = threadIdx.x / CS, k = threadIdx.x % CS;
  const unsigned mask = 0xffu << (group * CS);
  for (int h = blockIdx.x * (32 / CS) + group; h < S; h += gridDim.x * (32 / CS)) {
    float sum = 0;
    for (int p = 0; p < N; p += CS) {
      __syncwarp(mask);
      chunk[group][k] = in[h * N + p + k];
      __syncwarp(mask);
      for (int q = 0; q < CS; ++q) sum += matrix[k][p + q] * chunk[group][q];
    }
    out[h * M + k] = sum;
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
  mxv_sh_ochunk<<<3, 32>>>(din, dout);
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
