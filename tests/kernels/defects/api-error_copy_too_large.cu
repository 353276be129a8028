// More is copied back than the device array holds; the error is ignored.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* p) {
  if (threadIdx.x < n) p[threadIdx.x] = threadIdx.x;
}

int main() {
  const int n = 64;
  static int h[1 << 20];
  int* p;
  cudaMalloc(&p, n * sizeof(int));
  fill<<<1, n>>>(n, p);
  cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);  // FINDING api-error|out-of-bounds
  printf("%d\n", h[1]);
  cudaFree(p);
  return 0;
}
