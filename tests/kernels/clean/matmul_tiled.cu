// Tiles in shared memory; the last ones are filled up with zeros.
#include <cuda_runtime.h>

#include <cstdio>

#define TILE_WIDTH 16

__global__ void MatMulTiled(int m, int n, int k, const float* A, const float* B, float* C) {
  __shared__ float As[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE_WIDTH + ty;
  int col = blockIdx.x * TILE_WIDTH + tx;
  float value = 0;
  for (int t = 0; t < (k + TILE_WIDTH - 1) / TILE_WIDTH; t++) {
    As[ty][tx] = row < m && t * TILE_WIDTH + tx < k ? A[row * k + t * TILE_WIDTH + tx] : 0.0f;
    Bs[ty][tx] = col < n && t * TILE_WIDTH + ty < k ? B[(t * TILE_WIDTH + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE_WIDTH; i++) value += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < m && col < n) C[row * n + col] = value;
}

int main() {
  const int m = 37, n = 41, k = 29;
  static float A[m * k], B[k * n], C[m * n];
  for (int i = 0; i < m * k; ++i) A[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) B[i] = i % 5 - 2;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dC, sizeof(C));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  dim3 block(TILE_WIDTH, TILE_WIDTH);
  dim3 grid((n + TILE_WIDTH - 1) / TILE_WIDTH, (m + TILE_WIDTH - 1) / TILE_WIDTH);
  MatMulTiled<<<grid, block>>>(m, n, k, dA, dB, dC);
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
