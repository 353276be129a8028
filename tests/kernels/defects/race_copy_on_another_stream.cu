// The result is copied back on a stream of its own, without waiting for the kernel.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(int n, float* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= a[i];  // FINDING race ?
}

int main() {
  const int n = 256;
  float *h, *a;
  cudaStream_t compute, copy;
  cudaStreamCreate(&compute);
  cudaStreamCreate(&copy);
  cudaMallocHost(&h, n * sizeof(float));
  cudaMalloc(&a, n * sizeof(float));
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
  square<<<2, 128, 0, compute>>>(n, a);
  cudaMemcpyAsync(h, a, n * sizeof(float), cudaMemcpyDeviceToHost, copy);  // FINDING race ?
  cudaDeviceSynchronize();
  printf("%g\n", h[3]);
  cudaFree(a);
  cudaFreeHost(h);
  cudaStreamDestroy(compute);
  cudaStreamDestroy(copy);
  return 0;
}
