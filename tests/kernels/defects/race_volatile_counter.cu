// volatile keeps the compiler from caching a counter; it does not make ++ atomic.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int n, const int* in, volatile int* counter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 6) *counter = *counter + 1;  // FINDING race
}

int main() {
  const int n = 256;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(int));
  count<<<4, 64>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
