// Two streams work at the same time on the two halves of the same arrays: copy, kernel, copy back.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(int n, float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= a[i];
}

int main() {
  const int n = 200, half = n / 2;
  float *h, *a;
  cudaStream_t s[2];
  cudaMallocHost(&h, n * sizeof(float));
  cudaMalloc(&a, n * sizeof(float));
  for (int i = 0; i < n; ++i) h[i] = i;
  for (int k = 0; k < 2; ++k) cudaStreamCreate(&s[k]);
  for (int k = 0; k < 2; ++k) {
    float *host = h + k * half, *device = a + k * half;
    cudaMemcpyAsync(device, host, half * sizeof(float), cudaMemcpyHostToDevice, s[k]);
    square<<<4, 32, 0, s[k]>>>(half, device);
    cudaMemcpyAsync(host, device, half * sizeof(float), cudaMemcpyDeviceToHost, s[k]);
  }
  for (int k = 0; k < 2; ++k) {
    cudaStreamSynchronize(s[k]);
    cudaStreamDestroy(s[k]);
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (h[i] != (float)i * i) ++wrong;
  cudaFree(a);
  cudaFreeHost(h);
  return wrong != 0;
}
