// A buffer is freed between two launches that use it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int n, const float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[i];  // FINDING use-after-free
}

int main() {
  const int n = 96;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  add<<<3, 32>>>(n, a, b);
  cudaFree(a);  // OTHER
  add<<<3, 32>>>(n, a, b);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(b);
  return 0;
}
