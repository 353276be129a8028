// The halo is loaded after the barrier that was meant for it.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int B = 64;

__global__ void stencil(int n, const float* in, float* out) {
  __shared__ float tile[B + 2];
  int i = blockIdx.x * B + threadIdx.x;
  int t = threadIdx.x + 1;
  tile[t] = in[i];
  __syncthreads();
  if (threadIdx.x < 2) {
    int j = threadIdx.x == 0 ? blockIdx.x * B - 1 : (blockIdx.x + 1) * B;
    tile[threadIdx.x * (B + 1)] = j >= 0 && j < n ? in[j] : 0;  // FINDING race ?
  }
  out[i] = tile[t - 1] + tile[t] + tile[t + 1];  // FINDING race ?, MAYBE uninitialized
}

int main() {
  const int n = 256;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  stencil<<<n / B, B>>>(n, in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
