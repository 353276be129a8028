// The block of the highest index takes itself for the last one to add its sum, and takes the root.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void norm(int n, const float* x, float* result) {
  __shared__ float s[64];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? x[i] * x[i] : 0;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t != 0) return;
  atomicAdd(result, s[0]);                                    // FINDING race ?
  if (blockIdx.x == gridDim.x - 1) *result = sqrtf(*result);  // FINDING race ?
}

int main() {
  const int n = 256;
  float h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *x, *result;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));
  norm<<<4, 64>>>(n, x, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(x);
  cudaFree(result);
  return 0;
}
