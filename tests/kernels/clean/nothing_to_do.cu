// Sizes of zero: copies, sets and allocations of nothing, and a launch that is left out.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

int main() {
  int wrong = 0;
  for (int n : {0, 1, 40}) {
    float h[40] = {1, 1}, *a = nullptr;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    const int blocks = (n + 31) / 32;
    if (blocks > 0) scale<<<blocks, 32>>>(n, a);
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (n > 0) cudaMemset(a, 0, 0);
    cudaFree(a);
    if (h[0] != (n > 0 ? 2 : 1)) ++wrong;
  }
  return wrong != 0;
}
