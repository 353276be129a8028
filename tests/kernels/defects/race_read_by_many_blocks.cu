// All blocks read the scale, and the first one resets it for the next launch.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float* a, float* factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= *factor;  // FINDING race ?
  __syncthreads();
  if (i == 0) *factor = 1;  // FINDING race ?
}

int main() {
  const int n = 256;
  float h[n], f = 3, *a, *factor;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&factor, sizeof(float));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(factor, &f, sizeof(float), cudaMemcpyHostToDevice);
  scale<<<8, 32>>>(n, a, factor);
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
  cudaFree(a);
  cudaFree(factor);
  return 0;
}
