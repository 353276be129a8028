// The lanes of one meeting bring different masks: each leaves out its right neighbor.
// HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void meet(const int* in, int* out) {
  int lane = threadIdx.x % 32;
  unsigned mask = ~(1u << ((lane + 1) % 32));
  out[threadIdx.x] = __any_sync(mask, in[threadIdx.x] > 11);  // FINDING warp-mask|deadlock
}

int main() {
  const int n = 32;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  meet<<<1, n>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
