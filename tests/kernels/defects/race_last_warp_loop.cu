// The steps within the last warp have no __syncwarp between them.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void block_sums(const double* in, double* out) {
  __shared__ double s[64];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    for (int k = 32; k > 0; k /= 2) {
      if (t < k) s[t] += s[t + k];  // FINDING race
    }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 128;
  double h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 13;
  double *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  block_sums<<<2, 64>>>(in, out);
  cudaMemcpy(h, out, 2 * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
