// Two buffers for tiles, but the next tile is loaded into the one in use.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int T = 8;

__global__ void MatMulTiled(int n, const float* A, const float* B, float* C) {
  __shared__ float As[2][T][T], Bs[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  As[0][ty][tx] = A[row * n + tx];
  Bs[0][ty][tx] = B[ty * n + col];
  __syncthreads();
  float sum = 0;
  int now = 0;
  for (int p = 0; p < n; p += T) {
    if (p + T < n) {
      As[now][ty][tx] = A[row * n + p + T + tx];    // FINDING race ?1
      Bs[now][ty][tx] = B[(p + T + ty) * n + col];  // FINDING race ?2
    }
    for (int q = 0; q < T; ++q) {
      float a = As[now][ty][q];  // FINDING race ?1
      float b = Bs[now][q][tx];  // FINDING race ?2
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
  MatMulTiled<<<dim3(n / T, n / T), dim3(T, T)>>>(n, A, B, C);
  cudaMemcpy(h, C, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  return 0;
}
