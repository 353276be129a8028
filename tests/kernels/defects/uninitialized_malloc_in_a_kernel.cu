// Each thread counts in memory of the device's heap that nobody has set to zero.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int n, const int* in, int* most) {
  int* const bins = new int[4];
  for (int i = threadIdx.x; i < n; i += blockDim.x) bins[in[i] % 4] += 1;  // FINDING uninitialized
  int best = 0;
  for (int b = 0; b < 4; ++b) best = max(best, bins[b]);  // FINDING uninitialized
  most[threadIdx.x] = best;
  delete[] bins;
}

int main() {
  const int n = 256, threads = 32;
  int h[n], *in, *most;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&most, threads * sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  count<<<1, threads>>>(n, in, most);
  cudaMemcpy(h, most, threads * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(most);
  return 0;
}
