// The result is fetched with the host's memcpy in place of cudaMemcpy. This ends the program.
// CRASH
// NEEDS: protection keys
#include <cuda_runtime.h>

#include <cstdio>

#include <cstring>

__global__ void iota(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x;
}

int main() {
  const int n = 1000;
  static int h[n];
  int* a;
  cudaMalloc(&a, sizeof(h));
  iota<<<1, 1000>>>(n, a);
  cudaDeviceSynchronize();
  memcpy(h, a, sizeof(h));  // FINDING wrong-memory
  printf("%d\n", h[3]);
  cudaFree(a);
  return 0;
}
