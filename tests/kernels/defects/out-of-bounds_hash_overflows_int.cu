// A hash is computed in int: it overflows, the remainder is negative, and so is the index.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int n, int buckets, const int* keys, int* counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int h = (int)((unsigned)keys[i] * 2654435761u) % buckets;
    atomicAdd(&counts[h], 1);  // FINDING out-of-bounds
  }
}

int main() {
  const int n = 100, buckets = 61;
  int keys[n], counts[buckets];
  for (int i = 0; i < n; ++i) keys[i] = i * 7919;
  int *dkeys, *dcounts;
  cudaMalloc(&dcounts, sizeof(counts));
  cudaMalloc(&dkeys, sizeof(keys));
  cudaMemcpy(dkeys, keys, sizeof(keys), cudaMemcpyHostToDevice);
  cudaMemset(dcounts, 0, sizeof(counts));
  count<<<4, 32>>>(n, buckets, dkeys, dcounts);
  cudaMemcpy(counts, dcounts, sizeof(counts), cudaMemcpyDeviceToHost);
  int total = 0;
  for (int i = 0; i < buckets; ++i) total += counts[i];
  printf("%d of %d counted\n", total, n);
  cudaFree(dkeys);
  cudaFree(dcounts);
  return 0;
}
