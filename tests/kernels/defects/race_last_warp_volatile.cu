// The last 32 elements are added up without barriers, as was done before Volta: volatile keeps the
// compiler from caching, but nothing keeps the lanes of the warp in step.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void add_last_warp(volatile float* s, int t) {
  s[t] += s[t + 32];  // FINDING race ?
  s[t] += s[t + 16];  // FINDING race ?
  s[t] += s[t + 8];   // FINDING race ?
  s[t] += s[t + 4];   // FINDING race ?
  s[t] += s[t + 2];   // FINDING race ?
  s[t] += s[t + 1];   // FINDING race ?
}

__global__ void block_sums(const float* in, float* out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) add_last_warp(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 256;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  block_sums<<<2, 128>>>(in, out);
  cudaMemcpy(h, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
