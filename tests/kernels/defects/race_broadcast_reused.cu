// Thread 0 hands a pivot to the block through shared memory, step after step, with a barrier after
// the store only: a slow thread still reads the last one when the next is stored.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void running(int n, const float* in, float* out) {
  __shared__ float pivot;
  float x = 0;
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0) pivot = in[k];  // FINDING race ?
    __syncthreads();
    x = 0.5f * x + pivot;  // FINDING race ?
  }
  out[threadIdx.x] = x;
}

int main() {
  const int n = 64;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  running<<<1, n>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
