// All threads store to the same element of shared memory, each another value.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void last_negative(const int* in, int* out) {
  __shared__ int where;
  if (threadIdx.x == 0) where = -1;
  __syncthreads();
  if (in[threadIdx.x] % 2 == 0) where = threadIdx.x;  // FINDING race
  __syncthreads();
  if (threadIdx.x == 0) *out = where;
}

int main() {
  const int n = 96;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  last_negative<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
