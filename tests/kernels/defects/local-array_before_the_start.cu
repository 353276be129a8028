// A ring of the last four values. The remainder of a negative number is negative: before the ring
// is filled once, elements before its start are read.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void lagged(int n, int lag, const float* in, float* out) {
  float ring[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {
    ring[i % 4] = in[i];
    out[i] = ring[(i - lag) % 4];  // FINDING local-array
  }
}

int main() {
  const int n = 20;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  lagged<<<1, 1>>>(n, 2, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[5]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
