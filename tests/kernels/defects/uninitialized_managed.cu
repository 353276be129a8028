// Managed memory of which the host fills all but the last element.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(int n, const float* in, float* out) {
  int i = threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];  // FINDING uninitialized
}

int main() {
  const int n = 48;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n - 1; ++i) in[i] = i;
  square<<<1, 64>>>(n, in, out);
  cudaDeviceSynchronize();
  printf("%g\n", out[3]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
