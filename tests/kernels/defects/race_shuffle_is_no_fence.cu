// The lanes meet at a shuffle, which exchanges registers but does not order memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void exchange(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];  // FINDING race ?
  const int first = __shfl_sync(0xffffffffu, in[t], 0);
  out[t] = s[31 - t] + first;  // FINDING race ?, MAYBE uninitialized
}

int main() {
  const int n = 32;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  exchange<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
