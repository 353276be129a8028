// The block's vectors are staged through dynamic shared memory, in and out, with coalesced
// accesses.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 6, N = 9, S = 130;
__constant__ float matrix[M][N];

__global__ void mxv_sh(const float* in, float* out) {
  extern __shared__ float room[];
  const int threads = blockDim.x;
  float* vectors = room;
  float* results = room + threads * N;
  for (int first = blockIdx.x * threads; first < S; first += gridDim.x * threads) {
    const int count = min(threads, S - first);
    for (int e = threadIdx.x; e < count * N; e += threads) vectors[e] = in[first * N + e];
    __syncthreads();
    if (threadIdx.x < count)
      for (int i = 0; i < M; ++i) {
        float sum = 0;
        for (int j = 0; j < N; ++j) sum += matrix[i][j] * vectors[threadIdx.x * N + j];
        results[threadIdx.x * M + i] = sum;
      }
    __syncthreads();
    for (int e = threadIdx.x; e < count * M; e += threads) out[first * M + e] = results[e];
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
  mxv_sh<<<2, 32, 32 * (M + N) * sizeof(float)>>>(din, dout);
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
