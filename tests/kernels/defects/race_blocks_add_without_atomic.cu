// Each block's thread 0 adds the block's sum to the result with +=.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot(int n, const float* A, const float* B, float* result) {
  __shared__ float s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = i < n ? A[i] * B[i] : 0;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) *result += s[0];  // FINDING race
}

int main() {
  const int n = 300;
  float h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *A, *B, *result;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&B, sizeof(h));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));
  dot<<<(n + 63) / 64, 64>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  return 0;
}
