// Hillis and Steele's scan in place with one barrier a step: half of the threads read what others
// of the same step have already changed.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scan(int n, const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int k = 1; k < n; k *= 2) {
    __syncthreads();
    if (t >= k) s[t] += s[t - k];  // FINDING race
  }
  out[t] = s[t];
}

int main() {
  const int n = 128;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  scan<<<1, n>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
