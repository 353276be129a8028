// The result is freed in the stream before it is copied there.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}

int main() {
  const int n = 96;
  int h[n] = {}, *a;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&a, n * sizeof(int), stream);
  fill<<<3, 32, 0, stream>>>(n, a);
  cudaFreeAsync(a, stream);                                                // OTHER
  cudaMemcpyAsync(h, a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);  // FINDING use-after-free
  printf("%d %d\n", (int)cudaStreamSynchronize(stream), h[1]);
  cudaGetLastError();
  cudaStreamDestroy(stream);
  return 0;
}
