// The host's own loop goes one past the end of a managed array.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float* a) {
  if (threadIdx.x < n) a[threadIdx.x] *= 2;
}

int main() {
  const int n = 30;
  float* a;
  cudaMallocManaged(&a, n * sizeof(float));
  for (int i = 0; i <= n; ++i) a[i] = i;  // FINDING out-of-bounds
  scale<<<1, 32>>>(n, a);
  cudaDeviceSynchronize();
  printf("%g\n", a[n - 1]);
  cudaFree(a);
  return 0;
}
