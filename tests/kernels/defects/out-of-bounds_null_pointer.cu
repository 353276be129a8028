// The output was never allocated: its pointer is null.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int n, const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];  // FINDING out-of-bounds|wrong-memory
}

int main() {
  const int n = 40;
  float *a = nullptr, *b = nullptr, *c = nullptr;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  add<<<2, 32>>>(n, a, b, c);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(error));
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
  return 0;
}
