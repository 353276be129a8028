// In place: one thread of each pair swaps.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void transpose(int n, float* A) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < j && j < n) {
    const float above = A[i * n + j];
    A[i * n + j] = A[j * n + i];
    A[j * n + i] = above;
  }
}

int main() {
  const int n = 21;
  static float h[n * n], r[n * n];
  float* A;
  int wrong = 0;
  for (int i = 0; i < n * n; ++i) h[i] = i;
  cudaMalloc(&A, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  transpose<<<dim3(3, 3), dim3(8, 8)>>>(n, A);
  cudaMemcpy(r, A, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(A);
  for (int i = 0; i < n * n; ++i)
    if (r[i] != h[i % n * n + i / n]) ++wrong;
  return wrong != 0;
}
