// The pointer was advanced, and cudaFree gets another one than cudaMalloc gave.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, float* p) {
  if (threadIdx.x < n) p[threadIdx.x] = 1;
}

int main() {
  const int n = 32;
  float* p;
  cudaMalloc(&p, 2 * n * sizeof(float));  // FINDING leak
  fill<<<1, n>>>(n, p);
  p += n;
  fill<<<1, n>>>(n, p);
  cudaDeviceSynchronize();
  cudaFree(p);  // FINDING api-error
  printf("done\n");
  return 0;
}
