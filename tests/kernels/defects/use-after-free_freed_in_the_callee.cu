// A function frees its argument, and the caller goes on with it in the next iteration.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void step(int n, float* x, float* y) {
  int i = threadIdx.x;
  if (i < n) y[i] = 0.5f * x[i];  // FINDING use-after-free
}

static void finish(float* y) {
  float last;
  cudaMemcpy(&last, y, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", last);
  cudaFree(y);  // OTHER ?
}

int main() {
  const int n = 32;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  step<<<1, n>>>(n, x, y);
  finish(y);
  step<<<1, n>>>(n, x, y);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(x);
  return 0;
}
