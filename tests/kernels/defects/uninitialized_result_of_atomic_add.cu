// The result of a dot product is added to before anybody has set it to zero.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot(int n, const float* A, const float* B, float* result) {
  __shared__ float s[64];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += A[i] * B[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, s[0]);  // FINDING uninitialized
}

int main() {
  const int n = 500;
  float h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 1;
  float *A, *B, *result;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&B, sizeof(h));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
  dot<<<4, 64>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  return 0;
}
