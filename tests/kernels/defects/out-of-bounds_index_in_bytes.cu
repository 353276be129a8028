// The index is multiplied by sizeof(float), as one would in assembly: three quarters are outside.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float f, float* a) {
  int i = threadIdx.x;
  if (i < n) a[i * sizeof(float)] *= f;  // FINDING out-of-bounds
}

int main() {
  const int n = 64;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = 1;
  float* a;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  scale<<<1, n>>>(n, 2, a);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[1]);
  cudaFree(a);
  return 0;
}
