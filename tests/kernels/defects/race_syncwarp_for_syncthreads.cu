// Threads of two warps exchange values through shared memory with __syncwarp between.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];  // FINDING race ?
  __syncwarp();
  out[t] = s[63 - t];  // FINDING race ?, MAYBE uninitialized
}

int main() {
  const int n = 64;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  reverse<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
