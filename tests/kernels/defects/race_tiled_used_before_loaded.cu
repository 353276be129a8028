// Tiled multiplication without the barrier between loading a tile and using it.
#include <cuda_runtime.h>

#include <cstdio>

#define TILE 16

__global__ void MatMulTiled(int n, const float* A, const float* B, float* C) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int p = 0; p < n; p += TILE) {
    As[ty][tx] = A[row * n + p + tx];    // FINDING race ?1
    Bs[ty][tx] = B[(p + ty) * n + col];  // FINDING race ?2
    for (int q = 0; q < TILE; ++q) {
      float a = As[ty][q];  // FINDING race ?1, MAYBE uninitialized
      float b = Bs[q][tx];  // FINDING race ?2, MAYBE uninitialized
      sum += a * b;
    }
    __syncthreads();
  }
  C[row * n + col] = sum;
}

int main() {
  const int n = 32;
  static float h[n * n];
  for (int i = 0; i < n * n; ++i) h[i] = 1;
  float *A, *B, *C;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&B, sizeof(h));
  cudaMalloc(&C, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
  MatMulTiled<<<dim3(2, 2), dim3(TILE, TILE)>>>(n, A, B, C);
  cudaMemcpy(h, C, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  return 0;
}
