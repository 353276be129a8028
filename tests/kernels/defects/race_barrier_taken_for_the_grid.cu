// A prefix sum over several blocks that takes __syncthreads for a barrier of the whole grid.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scan(const int* in, int* totals, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  s[t] = in[i];
  __syncthreads();
  if (t == 0) {
    for (int k = 1; k < 32; ++k) s[k] += s[k - 1];
    totals[blockIdx.x] = s[31];  // FINDING race ?
  }
  __syncthreads();
  int before = 0;
  for (int b = 0; b < blockIdx.x; ++b) before += totals[b];  // FINDING race ?, MAYBE uninitialized
  out[i] = before + s[t];
}

int main() {
  const int n = 128;
  int h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  int* totals;
  cudaMalloc(&totals, 4 * sizeof(int));
  scan<<<4, 32>>>(in, totals, out);
  cudaFree(totals);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
