// 64 KiB of dynamic shared memory without asking for more than the usual 48 first.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void stage(const double* in, double* out) {
  extern __shared__ double s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

int main() {
  double h[64] = {};
  double *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemset(in, 0, sizeof(h));
  cudaMemset(out, 0, sizeof(h));
  stage<<<1, 64, 64 * 1024>>>(in, out);  // FINDING api-error
  cudaDeviceSynchronize();
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
