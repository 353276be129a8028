// The guard of the last row and column encloses the loop over tiles: threads outside load nothing,
// and the others read what these should have loaded. That they miss the barriers is only advice.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int T = 16;

__global__ void MatMulTiled(int n, const float* A, const float* B, float* C) {
  __shared__ float As[T][T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  if (row < n && col < n) {
    float sum = 0;
    for (int p = 0; p < n; p += T) {
      As[ty][tx] = p + tx < n ? A[row * n + p + tx] : 0;
      Bs[ty][tx] = p + ty < n ? B[(p + ty) * n + col] : 0;
      __syncthreads();  // FINDING barrier advice ?
      for (int q = 0; q < T; ++q) {
        float a = As[ty][q];  // FINDING uninitialized ?1
        float b = Bs[q][tx];  // FINDING uninitialized ?2
        sum += a * b;
      }
      __syncthreads();  // FINDING barrier advice ?
    }
    C[row * n + col] = sum;
  }
}

int main() {
  const int n = 24;
  static float h[n * n];
  for (int i = 0; i < n * n; ++i) h[i] = 1;
  float *A, *B, *C;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&B, sizeof(h));
  cudaMalloc(&C, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
  MatMulTiled<<<dim3(2, 2), dim3(T, T)>>>(n, A, B, C);
  cudaMemcpy(h, C, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[n * n - 1]);
  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  return 0;
}
