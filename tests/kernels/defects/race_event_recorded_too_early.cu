// The second stream waits for an event that was recorded before the kernel that it needs.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void step(int n, const float* from, float* to) {
  int i = threadIdx.x;
  if (i < n) to[i] = from[i] + 1;  // FINDING race
}

int main() {
  const int n = 64;
  float *a, *b, *c;
  cudaStream_t first, second;
  cudaEvent_t ready;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&ready);
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  cudaEventRecord(ready, first);
  step<<<1, n, 0, first>>>(n, a, b);
  cudaStreamWaitEvent(second, ready, 0);
  step<<<1, n, 0, second>>>(n, b, c);
  cudaDeviceSynchronize();
  cudaEventDestroy(ready);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  printf("done\n");
  return 0;
}
