// The block's sum is a function with a barrier in it, called by the threads that have an element;
// the others go on to the barrier behind the call.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int sum_of_block(int* s, int v) {
  s[threadIdx.x] = v;
  __syncthreads();  // FINDING barrier ?
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += s[k];
  return sum;
}

__global__ void totals(int n, const int* in, int* out) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  int total = 0;
  if (i < n) total = sum_of_block(s, in[i]);
  __syncthreads();  // FINDING barrier ?
  out[i] = total;
}

int main() {
  const int n = 64;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  totals<<<1, n>>>(32, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
