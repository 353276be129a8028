// The host asks a stream and an event until they are done, and then reads what was copied.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int n, int v, int* a) {
  if (threadIdx.x < n) a[threadIdx.x] = v;
}

int main() {
  const int n = 32;
  int *h, *a, wrong = 0;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaMallocHost(&h, n * sizeof(int));
  cudaMalloc(&a, n * sizeof(int));
  fill<<<1, n, 0, stream>>>(n, 5, a);
  cudaMemcpyAsync(h, a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  for (int i = 0; i < n; ++i)
    if (h[i] != 5) ++wrong;
  fill<<<1, n, 0, stream>>>(n, 6, a);
  cudaMemcpyAsync(h, a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(event, stream);
  fill<<<1, n, 0, stream>>>(n, 7, a);
  while (cudaEventQuery(event) != cudaSuccess) {
  }
  for (int i = 0; i < n; ++i)
    if (h[i] != 6) ++wrong;
  cudaStreamSynchronize(stream);
  cudaGetLastError();
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaFreeHost(h);
  cudaFree(a);
  return wrong != 0;
}
