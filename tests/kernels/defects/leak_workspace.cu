// A function allocates a workspace at each call and does not free it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void partial_sums(int n, const float* in, float* partial) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[i];
  partial[threadIdx.x] = s;
}

static float sum(int n, const float* in) {
  float *partial, h[32], total = 0;
  cudaMalloc(&partial, sizeof(h));  // FINDING leak
  partial_sums<<<1, 32>>>(n, in, partial);
  cudaMemcpy(h, partial, sizeof(h), cudaMemcpyDeviceToHost);
  for (float part : h) total += part;
  return total;
}

int main() {
  const int n = 100;
  float h[n], *in;
  for (int i = 0; i < n; ++i) h[i] = 1;
  cudaMalloc(&in, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int r = 0; r < 3; ++r) printf("%g\n", sum(n, in));
  cudaFree(in);
  return 0;
}
