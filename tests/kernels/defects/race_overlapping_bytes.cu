// Each thread stores its two bytes, but one byte apart from its neighbor's.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void spread(int n, const unsigned char* in, unsigned char* out) {
  int i = threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];           // FINDING race ?
  out[i + 1] = in[i] >> 1;  // FINDING race ?
}

int main() {
  const int n = 50;
  unsigned char h[n + 1];
  for (int i = 0; i < n; ++i) h[i] = 5 * i;
  unsigned char *in, *out;
  cudaMalloc(&in, n);
  cudaMalloc(&out, n + 1);
  cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
  spread<<<1, 64>>>(n, in, out);
  cudaMemcpy(h, out, n + 1, cudaMemcpyDeviceToHost);
  printf("%d\n", h[n]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
