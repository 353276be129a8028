// Transposes in place, but both threads of a pair swap: nobody asks for i < j.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void transpose(int n, float* A) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n) return;
  float above = A[i * n + j];   // FINDING race ?
  A[i * n + j] = A[j * n + i];  // FINDING race ?
  A[j * n + i] = above;         // FINDING race ?
}

int main() {
  const int n = 20;
  float h[n * n];
  for (int i = 0; i < n * n; ++i) h[i] = i;
  float* A;
  cudaMalloc(&A, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  transpose<<<dim3(3, 3), dim3(8, 8)>>>(n, A);
  cudaMemcpy(h, A, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
  cudaFree(A);
  return 0;
}
