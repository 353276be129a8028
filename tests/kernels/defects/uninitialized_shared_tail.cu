// Threads past the end of the data leave their element of shared memory alone, and the tree adds
// it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void block_sums(int n, const float* in, float* out) {
  extern __shared__ float s[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) s[t] = in[i];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];  // FINDING uninitialized
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 100, threads = 64;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, 2 * sizeof(float));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  block_sums<<<2, threads, threads * sizeof(float)>>>(n, in, out);
  cudaMemcpy(h, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
