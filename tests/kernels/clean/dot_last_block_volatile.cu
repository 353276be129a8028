// The programming guide's way to add up in one launch: the partial sums are volatile, a fence
// stands before the ticket, and the block with the last ticket adds.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned int count = 0;

__device__ float sum_of_block(float v, float* s) {
  s[threadIdx.x] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  return s[0];
}

__global__ void dot(int n, const float* A, const float* B, volatile float* partial, float* result) {
  __shared__ float s[64];
  __shared__ bool is_last;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    v += A[i] * B[i];
  v = sum_of_block(v, s);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = v;
    __threadfence();
    unsigned int value = atomicInc(&count, gridDim.x);
    is_last = value == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) {
    v = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x) v += partial[b];
    v = sum_of_block(v, s);
    if (threadIdx.x == 0) {
      *result = v;
      count = 0;
    }
  }
}

int main() {
  const int n = 1500;
  static float hA[n], hB[n];
  float expected = 0, r = -1;
  for (int i = 0; i < n; ++i) {
    hA[i] = i % 5 - 2;
    hB[i] = i % 3;
    expected += hA[i] * hB[i];
  }
  float *A, *B, *result;
  cudaMalloc(&A, sizeof(hA));
  cudaMalloc(&B, sizeof(hB));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(A, hA, sizeof(hA), cudaMemcpyHostToDevice);
  cudaMemcpy(B, hB, sizeof(hB), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));
  float* partial;
  cudaMalloc(&partial, 9 * sizeof(float));
  for (int round = 0; round < 3; ++round) dot<<<9, 64>>>(n, A, B, partial, result);
  cudaFree(partial);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
