// The kernel starts on one stream while its input still travels on another.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void axpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];  // FINDING race ?
}

int main() {
  const int n = 100;
  float *h, *x, *y;
  cudaStream_t s[2];
  for (int i = 0; i < 2; ++i) cudaStreamCreate(&s[i]);
  cudaMallocHost(&h, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) h[i] = 1;
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  cudaMemcpyAsync(x, h, n * sizeof(float), cudaMemcpyHostToDevice, s[0]);  // FINDING race ?
  axpy<<<4, 32, 0, s[1]>>>(n, 2, x, y);
  cudaDeviceSynchronize();
  cudaMemcpy(h, y, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(x);
  cudaFree(y);
  cudaFreeHost(h);
  for (int i = 0; i < 2; ++i) cudaStreamDestroy(s[i]);
  return 0;
}
