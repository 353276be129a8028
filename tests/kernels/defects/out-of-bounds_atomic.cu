// A histogram with a bin too few: the largest value is counted past the end.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void histogram(int n, const int* in, unsigned* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1u);  // FINDING out-of-bounds
}

int main() {
  const int n = 130;
  int h[n], *in;
  unsigned *bins, r[12];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&bins, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, sizeof(r));
  histogram<<<3, 64>>>(n, in, bins);
  cudaMemcpy(r, bins, sizeof(r), cudaMemcpyDeviceToHost);
  printf("%u\n", r[0]);
  cudaFree(in);
  cudaFree(bins);
  return 0;
}
