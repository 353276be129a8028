// A block of 2048 threads: the launch is refused, and nobody asks.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, float* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = 1;
}

int main() {
  const int n = 2048;
  static float h[n];
  float* p;
  cudaMalloc(&p, sizeof(h));
  cudaMemset(p, 0, sizeof(h));
  fill<<<1, n>>>(n, p);  // FINDING api-error
  cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(p);
  return 0;
}
