// The result is fetched after its buffer was freed, and nobody looks at the error.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x;
}

int main() {
  const int n = 32;
  int *a, h[n] = {};
  cudaMalloc(&a, sizeof(h));
  fill<<<1, n>>>(n, a);
  cudaDeviceSynchronize();
  cudaFree(a);                                          // OTHER ?
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);  // FINDING use-after-free|api-error
  printf("%d\n", h[1]);
  return 0;
}
