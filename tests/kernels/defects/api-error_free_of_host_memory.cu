// cudaFree gets what malloc gave.
#include <cuda_runtime.h>

#include <cstdio>

#include <cstdlib>

__global__ void fill(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = 1;
}

int main() {
  const int n = 32;
  int* h = (int*)malloc(n * sizeof(int));
  int* a;
  cudaMalloc(&a, n * sizeof(int));  // FINDING leak
  fill<<<1, n>>>(n, a);
  cudaMemcpy(h, a, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(h);  // FINDING api-error
  printf("%d\n", h[0]);
  free(h);
  return 0;
}
