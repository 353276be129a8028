// n / 256 blocks: for n below 256 there is none, and an empty grid is refused.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float f, float* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= f;
}

int main() {
  const int n = 200;
  float h[n] = {1}, *a;
  cudaMalloc(&a, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  scale<<<n / 256, 256>>>(n, 3, a);  // FINDING api-error
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(a);
  return 0;
}
