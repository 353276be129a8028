// The last block adds up what the others have stored, and there is no __threadfence between a
// block's store and its ticket.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned int ticket = 0;

__global__ void sum(int n, const float* in, float* partial, float* out) {
  __shared__ float s[64];
  __shared__ bool last;
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) v += in[i];
  s[t] = v;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];  // FINDING race ?
    last = atomicInc(&ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b) total += partial[b];  // FINDING race ?
    *out = total;
    ticket = 0;
  }
}

int main() {
  const int n = 1000, blocks = 6;
  float h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *in, *partial, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&partial, blocks * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<blocks, 64>>>(n, in, partial, out);
  cudaMemcpy(&r, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
  return 0;
}
