// The host reads the result through the device pointer. This ends the program.
// CRASH
// NEEDS: protection keys
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(int n, const float* in, float* out) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += in[i];
  *out = s;
}

int main() {
  const int n = 10;
  float h[n] = {1, 2, 3};
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(n, in, out);
  cudaDeviceSynchronize();
  float result = *out;  // FINDING wrong-memory
  printf("%g\n", result);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
