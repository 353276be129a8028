// Both branches have a barrier, but not the same one.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void even_odd(const int* in, int* out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    s[t] = in[t];
    __syncthreads();  // FINDING barrier ?
  } else {
    s[t] = -in[t];
    __syncthreads();  // FINDING barrier ?
  }
  out[t] = s[95 - t];
}

int main() {
  const int n = 96;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  even_odd<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
