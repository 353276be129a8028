// A local array and a shared one of the same length; it is the local one that is overrun.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void running_max(int n, const int* in, int* out) {
  __shared__ int s[16];
  int window[16];
  const int t = threadIdx.x;
  s[t % 16] = in[t % 16];
  __syncthreads();
  for (int k = 0; k <= n; ++k) window[k] = s[(t + k) % 16];  // FINDING local-array
  int most = 0;
  for (int k = 0; k < n; ++k) most = max(most, window[k]);
  out[t] = most;
}

int main() {
  int h[16], *in, *out;
  for (int i = 0; i < 16; ++i) h[i] = i * 5 % 16;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  running_max<<<1, 16>>>(16, in, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
