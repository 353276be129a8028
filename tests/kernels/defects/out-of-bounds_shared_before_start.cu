// An inclusive scan that forgets that thread 0 has nobody on its left.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void differences(const int* in, int* out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t] - s[t - 1];  // FINDING out-of-bounds
}

int main() {
  int h[96];
  for (int i = 0; i < 96; ++i) h[i] = i * i;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  differences<<<1, 96>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[95]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
