// The block's memory on the device's heap is freed by one thread, and by another one later.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reversed(int n, const int* in, int* out) {
  __shared__ int* copy;
  if (threadIdx.x == 0) copy = (int*)malloc(n * sizeof(int));
  __syncthreads();
  copy[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = copy[n - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(copy);  // OTHER
  __syncthreads();
  if (threadIdx.x == n - 1) free(copy);  // FINDING use-after-free
}

int main() {
  const int n = 64;
  int h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  reversed<<<1, n>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
