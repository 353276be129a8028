// Two pinned buffers in turn: the host fills one while the other is copied and worked on, and waits
// for an event before it fills a buffer again.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_up(int n, const int* in, int* sum) {
  if (threadIdx.x < n) sum[threadIdx.x] += in[threadIdx.x];
}

int main() {
  const int n = 64, rounds = 6;
  int *h[2], *d[2], *sum, r[n], wrong = 0;
  cudaStream_t stream[2];
  cudaEvent_t copied[2], added[2];
  for (int k = 0; k < 2; ++k) {
    cudaMallocHost(&h[k], n * sizeof(int));
    cudaMalloc(&d[k], n * sizeof(int));
    cudaStreamCreate(&stream[k]);
    cudaEventCreate(&copied[k]);
    cudaEventCreate(&added[k]);
  }
  cudaMalloc(&sum, n * sizeof(int));
  cudaMemset(sum, 0, n * sizeof(int));
  for (int round = 0; round < rounds; ++round) {
    const int k = round % 2;
    if (round >= 2) cudaEventSynchronize(copied[k]);
    for (int i = 0; i < n; ++i) h[k][i] = round * i;
    cudaMemcpyAsync(d[k], h[k], n * sizeof(int), cudaMemcpyHostToDevice, stream[k]);
    cudaEventRecord(copied[k], stream[k]);
    if (round > 0) cudaStreamWaitEvent(stream[k], added[1 - k], 0);
    add_up<<<1, n, 0, stream[k]>>>(n, d[k], sum);
    cudaEventRecord(added[k], stream[k]);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(r, sum, sizeof(r), cudaMemcpyDeviceToHost);
  for (int k = 0; k < 2; ++k) {
    cudaFreeHost(h[k]);
    cudaFree(d[k]);
    cudaStreamDestroy(stream[k]);
    cudaEventDestroy(copied[k]);
    cudaEventDestroy(added[k]);
  }
  cudaFree(sum);
  for (int i = 0; i < n; ++i)
    if (r[i] != 15 * i) ++wrong;
  return wrong != 0;
}
