// Each thread sorts its elements into four counters of its own, and one key is 4.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int n, const int* keys, int* out) {
  int counts[4] = {0, 0, 0, 0};
  for (int i = threadIdx.x; i < n; i += blockDim.x) counts[keys[i]]++;  // FINDING local-array
  for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = counts[k];
}

int main() {
  const int n = 128;
  int keys[n], *dkeys, *out, h[32 * 4];
  for (int i = 0; i < n; ++i) keys[i] = i % 4;
  keys[70] = 4;
  cudaMalloc(&dkeys, sizeof(keys));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(dkeys, keys, sizeof(keys), cudaMemcpyHostToDevice);
  count<<<1, 32>>>(n, dkeys, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(dkeys);
  cudaFree(out);
  return 0;
}
