// The host prepares the next round's input in managed memory while the kernel still reads this
// one's.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, const float* in, float* out) {
  int i = threadIdx.x;
  if (i < n) out[i] = 2 * in[i];  // FINDING race ?
}

int main() {
  const int n = 32;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = i;
  scale<<<1, n>>>(n, in, out);
  in[5] = 100;  // FINDING race ?
  cudaDeviceSynchronize();
  printf("%g\n", out[5]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
