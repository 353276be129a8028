// Each thread copies its row with memcpy, and the next thread's row is read at once.
#include <cuda_runtime.h>

#include <cstdio>

#include <cstring>

__global__ void shift(const float* in, float* out) {
  __shared__ float s[32][20];
  const int t = threadIdx.x;
  memcpy(s[t], in + t * 20, sizeof(s[t]));              // FINDING race ?
  memcpy(out + t * 20, s[(t + 1) % 32], sizeof(s[t]));  // FINDING race ?, MAYBE uninitialized
}

int main() {
  const int n = 640;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  shift<<<1, 32>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
