// Shuffles with a full mask in a branch that only the lower half of the warp takes; the upper half
// lives on and meets the others further down.
// HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void half_sums(const float* in, float* out) {
  int t = threadIdx.x;
  float v = in[t];
  if (t % 32 < 16) {
    for (int k = 8; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);  // FINDING warp-mask ?
  }
  __syncwarp();  // FINDING warp-mask ?
  out[t] = v;
}

int main() {
  const int n = 64;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  half_sums<<<1, n>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
