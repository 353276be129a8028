// One entry of a gather list is wrong by a factor of a thousand; nothing is anywhere near there.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void gather(int n, const int* where, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int w = where[i];
  float v = in[w];  // FINDING out-of-bounds
  out[i] = v;
}

int main() {
  const int n = 128;
  int where[n];
  float h[n];
  for (int i = 0; i < n; ++i) {
    where[i] = n - 1 - i;
    h[i] = i;
  }
  where[77] = 50000;
  int* dwhere;
  float *in, *out;
  cudaMalloc(&dwhere, sizeof(where));
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(dwhere, where, sizeof(where), cudaMemcpyHostToDevice);
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  gather<<<2, 64>>>(n, dwhere, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(dwhere);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
