// Each thread sets its bit of a mask; 32 of them share a word.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mark(int n, const float* in, unsigned* mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0.5f) mask[i / 32] |= 1u << (i % 32);  // FINDING race
}

int main() {
  const int n = 96;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 3;
  float* in;
  unsigned *mask, bits[3];
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&mask, sizeof(bits));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(mask, 0, sizeof(bits));
  mark<<<1, n>>>(n, in, mask);
  cudaMemcpy(bits, mask, sizeof(bits), cudaMemcpyDeviceToHost);
  printf("%08x\n", bits[0]);
  cudaFree(in);
  cudaFree(mask);
  return 0;
}
