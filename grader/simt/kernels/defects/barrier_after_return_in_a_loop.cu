// Threads leave the loop, and with it the kernel, at different times; the rest goes on to meet
// there.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_down(const int* steps, int* out) {
  int t = threadIdx.x;
  int left = steps[t];
  while (true) {
    if (left == 0) {
      out[t] = 1;
      return;
    }
    --left;
    __syncthreads();  // FINDING barrier advice
  }
}

int main() {
  const int n = 64;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  count_down<<<1, n>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
