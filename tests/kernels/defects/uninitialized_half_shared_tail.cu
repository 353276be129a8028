// A block reduction of halves: the threads beyond n leave their element of the tile unset.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void sum(int n, const __half* in, __half* out) {
  __shared__ __half part[64];
  int t = threadIdx.x;
  if (t < n) part[t] = in[t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) part[t] = part[t] + part[t + half];  // FINDING uninitialized
    __syncthreads();
  }
  if (t == 0) *out = part[0];
}

int main() {
  __half *in, *out;
  cudaMalloc(&in, 64 * sizeof(__half));
  cudaMalloc(&out, sizeof(__half));
  cudaMemset(in, 0, 64 * sizeof(__half));
  sum<<<1, 64>>>(50, in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
  return 0;
}
