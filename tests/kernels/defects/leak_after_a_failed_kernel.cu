// One array is never freed. A kernel fails before; the other array is given back all the same.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void k(int* a) { a[300] = 1; }  // FINDING out-of-bounds

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024);  // FINDING leak
  cudaMalloc(&b, 1024);
  k<<<1, 1>>>(a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(b);
  cudaGetLastError();
  return 0;
}
