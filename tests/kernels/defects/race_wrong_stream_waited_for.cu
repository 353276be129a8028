// Two streams, and the host waits for the other one before it reads the managed result.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int v, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = v;  // FINDING race ?
}

int main() {
  const int n = 32;
  int *a, *b;
  cudaStream_t s[2];
  for (int k = 0; k < 2; ++k) cudaStreamCreate(&s[k]);
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  fill<<<1, n, 0, s[0]>>>(n, 1, a);
  fill<<<1, n, 0, s[1]>>>(n, 2, b);
  cudaStreamSynchronize(s[1]);
  const int v = a[0];  // FINDING race ?
  cudaDeviceSynchronize();
  printf("%d\n", v);
  for (int k = 0; k < 2; ++k) cudaStreamDestroy(s[k]);
  cudaFree(a);
  cudaFree(b);
  return 0;
}
