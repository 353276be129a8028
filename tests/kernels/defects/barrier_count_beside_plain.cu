// Some threads of the block count votes at __syncthreads_count while the others are at a plain
// barrier.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void votes(const int* in, int* out) {
  int t = threadIdx.x;
  int c = -1;
  if (t >= 32) {
    c = __syncthreads_count(in[t] > 5);  // FINDING barrier ?
  } else {
    __syncthreads();  // FINDING barrier ?
  }
  out[t] = c;
}

int main() {
  const int n = 64;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  votes<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
