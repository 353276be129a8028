// cudaMemcpy gets the number of elements in place of bytes: three quarters of the array stay unset.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(int n, float f, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f * in[i];  // FINDING uninitialized
}

int main() {
  const int n = 64;
  float h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
  scale<<<2, 32>>>(n, 2, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
