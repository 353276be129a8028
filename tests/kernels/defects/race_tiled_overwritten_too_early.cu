// Tiled multiplication without the barrier that keeps a tile until all have used it.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int T = 16;

__global__ void MatMulTiled(int n, const float* A, const float* B, float* C) {
  __shared__ float As[T][T], Bs[T][T];
  const int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int p = 0; p < n; p += T) {
    As[threadIdx.y][threadIdx.x] = A[row * n + p + threadIdx.x];    // FINDING race ?1
    Bs[threadIdx.y][threadIdx.x] = B[(p + threadIdx.y) * n + col];  // FINDING race ?2
    __syncthreads();
    for (int q = 0; q < T; ++q) {
      const float a = As[threadIdx.y][q];  // FINDING race ?1
      const float b = Bs[q][threadIdx.x];  // FINDING race ?2
      sum += a * b;
    }
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
