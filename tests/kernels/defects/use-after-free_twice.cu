// Two pointers to the same buffer after a swap that went wrong: it is freed twice, the other never.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void step(int n, const float* from, float* to) {
  int i = threadIdx.x;
  if (i < n) to[i] = from[i] + 1;
}

int main() {
  const int n = 32;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));  // FINDING leak
  cudaMemset(a, 0, n * sizeof(float));
  step<<<1, n>>>(n, a, b);
  cudaDeviceSynchronize();
  b = a;
  a = b;
  cudaFree(a);  // OTHER ?
  cudaFree(b);  // FINDING use-after-free|api-error
  cudaGetLastError();
  printf("done\n");
  return 0;
}
