// The pointer of the first allocation is overwritten by that of the second.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, float v, float* p) {
  if (threadIdx.x < n) p[threadIdx.x] = v;
}

int main() {
  float* p;
  cudaMallocManaged(&p, 32 * sizeof(float));  // FINDING leak
  fill<<<1, 32>>>(32, 1, p);
  cudaMallocManaged(&p, 64 * sizeof(float));
  fill<<<1, 64>>>(64, 2, p);
  cudaDeviceSynchronize();
  printf("%g\n", p[0]);
  cudaFree(p);
  return 0;
}
