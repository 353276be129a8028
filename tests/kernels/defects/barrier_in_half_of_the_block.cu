// One half of the block waits at a barrier of its own; the other half goes on to the next one.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void halves(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) {
    s[t] *= 2;
    __syncthreads();  // FINDING barrier ?
  }
  __syncthreads();  // FINDING barrier ?
  out[t] = s[63 - t];
}

int main() {
  const int n = 64;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  halves<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
