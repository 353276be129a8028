// A grid-stride loop in which the lanes of the last warp make different numbers of rounds, with a
// shuffle of the whole warp inside.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void pairs(int n, const float* in, float* out) {
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) {
    float other = __shfl_xor_sync(0xffffffff, in[i], 1);  // FINDING warp-mask
    out[i] = in[i] - other;
  }
}

int main() {
  const int n = 75;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  pairs<<<1, 32>>>(n, in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
