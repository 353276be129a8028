// The host reads the result from managed memory that it has freed.
// CRASH
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = 3;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  fill<<<1, 32>>>(32, a);
  cudaDeviceSynchronize();
  cudaFree(a);           // OTHER ?
  printf("%d\n", a[0]);  // FINDING use-after-free
  return 0;
}
