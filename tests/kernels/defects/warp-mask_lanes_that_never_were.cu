// A block of 48 threads: the second warp has 16, and its first shuffle reads from lanes 16 and up.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(const float* in, float* out) {
  float v = in[threadIdx.x];
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);  // FINDING warp-mask
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

int main() {
  const int n = 48;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<1, n>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
