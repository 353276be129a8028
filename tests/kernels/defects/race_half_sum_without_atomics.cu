// All threads add to one half.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void sum(const __half* in, __half* out) {
  *out = __hadd(*out, in[threadIdx.x]);  // FINDING race
}

int main() {
  __half *in, *out;
  cudaMalloc(&in, 64 * sizeof(__half));
  cudaMalloc(&out, sizeof(__half));
  cudaMemset(in, 0, 64 * sizeof(__half));
  cudaMemset(out, 0, sizeof(__half));
  sum<<<1, 64>>>(in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
  return 0;
}
