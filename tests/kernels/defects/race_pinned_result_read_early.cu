// The host reads the result before the asynchronous copy has arrived.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(int n, int* out) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += i;
  *out = s;
}

int main() {
  int *h, *out;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&h, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  *h = 0;
  sum<<<1, 1, 0, stream>>>(100, out);
  cudaMemcpyAsync(h, out, sizeof(int), cudaMemcpyDeviceToHost, stream);  // FINDING race ?
  const int result = *h;                                                 // FINDING race ?
  cudaStreamSynchronize(stream);
  printf("%d\n", result);
  cudaStreamDestroy(stream);
  cudaFreeHost(h);
  cudaFree(out);
  return 0;
}
