// Two streams copy to overlapping halves of the same array.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void twice(int n, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] *= 2;
}

int main() {
  const int n = 64;
  int *h, *a;
  cudaStream_t s[2];
  cudaMallocHost(&h, 2 * n * sizeof(int));
  for (int i = 0; i < 2 * n; ++i) h[i] = i;
  cudaMalloc(&a, n * sizeof(int));
  for (int k = 0; k < 2; ++k) cudaStreamCreate(&s[k]);
  const size_t bytes = 40 * sizeof(int);
  cudaMemcpyAsync(a, h, bytes, cudaMemcpyHostToDevice, s[0]);           // FINDING race ?
  cudaMemcpyAsync(a + 24, h + n, bytes, cudaMemcpyHostToDevice, s[1]);  // FINDING race ?
  cudaDeviceSynchronize();
  twice<<<1, n>>>(n, a);
  cudaMemcpy(h, a, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(a);
  cudaFreeHost(h);
  for (int k = 0; k < 2; ++k) cudaStreamDestroy(s[k]);
  return 0;
}
