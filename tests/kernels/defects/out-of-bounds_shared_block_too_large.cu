// Shared memory for 128 threads, and the launch has 160.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(int n, const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];  // FINDING out-of-bounds
  __syncthreads();
  out[t] = s[n - 1 - t];  // FINDING out-of-bounds
}

int main() {
  const int n = 160;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  reverse<<<1, n>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[40]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
