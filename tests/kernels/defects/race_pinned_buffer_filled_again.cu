// The host fills a pinned buffer anew while its last content is still being copied.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int n, const int* in, int* sum) {
  if (threadIdx.x < n) sum[threadIdx.x] += in[threadIdx.x];
}

int main() {
  const int n = 32;
  int *h, *in, *sum, r[n];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&h, n * sizeof(int));
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&sum, n * sizeof(int));
  cudaMemset(sum, 0, n * sizeof(int));
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < n; ++i) h[i] = round;                                 // FINDING race ?
    cudaMemcpyAsync(in, h, n * sizeof(int), cudaMemcpyHostToDevice, stream);  // FINDING race ?
    add<<<1, n, 0, stream>>>(n, in, sum);
  }
  cudaStreamSynchronize(stream);
  cudaMemcpy(r, sum, sizeof(r), cudaMemcpyDeviceToHost);
  printf("%d\n", r[0]);
  cudaStreamDestroy(stream);
  cudaFreeHost(h);
  cudaFree(in);
  cudaFree(sum);
  return 0;
}
