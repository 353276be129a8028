// Ping-pong between two buffers; the input is copied to the one that the first step writes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void step(int n, const float* from, float* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * (from[i] + from[(i + 1) % n]);  // FINDING uninitialized
}

int main() {
  const int n = 80;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  float* buffer[2];
  cudaMalloc(&buffer[0], sizeof(h));
  cudaMalloc(&buffer[1], sizeof(h));
  cudaMemcpy(buffer[1], h, sizeof(h), cudaMemcpyHostToDevice);
  for (int s = 0; s < 4; ++s) step<<<3, 32>>>(n, buffer[s % 2], buffer[(s + 1) % 2]);
  cudaMemcpy(h, buffer[0], sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(buffer[0]);
  cudaFree(buffer[1]);
  return 0;
}
