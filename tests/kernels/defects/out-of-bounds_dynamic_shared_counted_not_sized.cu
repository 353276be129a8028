// The launch passes the number of elements where the number of bytes belongs.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void block_sums(int n, const float* in, float* out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;  // FINDING out-of-bounds
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];  // FINDING out-of-bounds
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 256, threads = 128;
  float h[n];
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, 2 * sizeof(float));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  block_sums<<<2, threads, threads>>>(n, in, out);
  cudaMemcpy(h, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
