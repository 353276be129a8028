// The result is copied with HostToDevice where DeviceToHost is meant.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* p) {
  if (threadIdx.x < n) p[threadIdx.x] = threadIdx.x;
}

int main() {
  const int n = 64;
  int *p, h[n] = {};
  cudaMalloc(&p, sizeof(h));
  fill<<<1, n>>>(n, p);
  cudaMemcpy(h, p, sizeof(h), cudaMemcpyHostToDevice);  // FINDING api-error
  printf("%d\n", h[1]);
  cudaFree(p);
  return 0;
}
