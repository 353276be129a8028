// Small matrix-vector products with the vector buffered in a local array of N elements, and a loop
// that takes one more. The matrix in constant memory has rows of N as well.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int M = 4, N = 6;
__constant__ float matrix[M][N];

__global__ void mxv_i_lbuf(int S, int columns, const float* in, float* out) {
  int h = blockIdx.x * blockDim.x + threadIdx.x;
  if (h >= S) return;
  float v[N];
  for (int j = 0; j < columns; ++j) v[j] = in[h * N + j];  // FINDING local-array
  for (int i = 0; i < M; ++i) {
    float sum = 0;
    for (int j = 0; j < N; ++j) sum += matrix[i][j] * v[j];
    out[h * M + i] = sum;
  }
}

int main() {
  const int S = 64;
  static float A[M][N], in[S * N + 1];
  cudaMemcpyToSymbol(matrix, A, sizeof(A));
  float *din, *dout;
  cudaMalloc(&din, sizeof(in));
  cudaMalloc(&dout, S * M * sizeof(float));
  cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
  mxv_i_lbuf<<<2, 32>>>(S, N + 1, din, dout);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(din);
  cudaFree(dout);
  return 0;
}
