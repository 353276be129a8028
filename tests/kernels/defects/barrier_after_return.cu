// Threads without an element return before a barrier that the others reach. Since Volta nobody
// waits for those that have ended, so that this works; it did not always.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void neighbors(int n, const float* in, float* out) {
  __shared__ float s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  __syncthreads();  // FINDING barrier advice
  out[i] = s[threadIdx.x ^ 1];
}

int main() {
  const int n = 100;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  neighbors<<<2, 64>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
