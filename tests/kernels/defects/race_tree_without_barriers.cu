// Tree reduction without a barrier between its steps.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void block_sums(const float* in, float* out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1)
    if (t < k) s[t] += s[t + k];  // FINDING race
  __syncthreads();
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
