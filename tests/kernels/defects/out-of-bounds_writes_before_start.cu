// Shifts an array to the left by one and forgets that the first element has nowhere to go.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void shift(int n, const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i - 1] = in[i];  // FINDING out-of-bounds
}

int main() {
  const int n = 96;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(h));
  shift<<<3, 32>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[n - 1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
