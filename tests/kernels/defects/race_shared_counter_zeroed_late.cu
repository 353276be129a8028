// The counter is set to zero by thread 0 while others may count already.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_even(const int* in, int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;                     // FINDING race ?
  if (in[threadIdx.x] % 2 == 0) atomicAdd(&count, 1);  // FINDING race ?
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}

int main() {
  const int n = 96;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  count_even<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
