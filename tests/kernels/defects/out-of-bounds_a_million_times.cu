// Each of 4096 threads writes 256 elements past the end: a million times the same mistake.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < 256; ++r) p[n + (i + r) % 32] = 7;  // FINDING out-of-bounds
}

int main() {
  const int n = 64;
  int* p;
  cudaMalloc(&p, n * sizeof(int));
  cudaMemset(p, 0, n * sizeof(int));
  fill<<<16, 256>>>(n, p);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(p);
  return 0;
}
