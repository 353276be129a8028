// Threads go round a loop with a barrier as often as their row has entries; the short ones wait at
// the barrier after the loop.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rows(const int* length, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = t;
  for (int j = 0; j < length[t]; ++j) {
    s[t] += j;
    __syncthreads();  // FINDING barrier ?
  }
  __syncthreads();  // FINDING barrier ?
  out[t] = s[t];
}

int main() {
  const int n = 64;
  int length[n], *dlength;
  float h[n], *out;
  for (int i = 0; i < n; ++i) length[i] = 1 + i / 32;
  cudaMalloc(&dlength, sizeof(length));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(dlength, length, sizeof(length), cudaMemcpyHostToDevice);
  rows<<<1, n>>>(dlength, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(dlength);
  cudaFree(out);
  return 0;
}
