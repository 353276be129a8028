// Eight threads share a product and exchange the input through shared memory, with __syncwarp
// before it is used and before it is overwritten. All lanes of a warp make the same number of
// rounds.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 16, N = 24, CS = 8, S = 45;
__constant__ float matrix[M][N];

__global__ void mxv_sh_ochunk(const float* in, float* out) {
  __shared__ float chunk[64 / CS][CS];
  const int group = threadIdx.x / CS, k = threadIdx.x % CS;
  const int groups = gridDim.x * (blockDim.x / CS);
  for (int first = blockIdx.x * (blockDim.x / CS); first < S; first += groups) {
    const int h = first + group;
    float sum[M / CS] = {};
    for (int p = 0; p < N; p += CS) {
      if (h < S) chunk[group][k] = in[h * N + p + k];
      __syncwarp();
      if (h < S)
        for (int q = 0; q < CS; ++q)
          for (int i = 0; i < M / CS; ++i) sum[i] += matrix[i * CS + k][p + q] * chunk[group][q];
      __syncwarp();
    }
    if (h < S)
      for (int i = 0; i < M / CS; ++i) out[h * M + i * CS + k] = sum[i];
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
  mxv_sh_ochunk<<<2, 64>>>(din, dout);
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
