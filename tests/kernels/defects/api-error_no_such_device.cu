// Device 7 of a machine that has fewer.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, float* p) {
  if (threadIdx.x < n) p[threadIdx.x] = 1;
}

int main() {
  float *p, h[32];
  cudaSetDevice(77);  // FINDING api-error
  cudaMalloc(&p, sizeof(h));
  fill<<<1, 32>>>(32, p);
  cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(p);
  return 0;
}
