// Grid stride, a tree in shared memory, one atomicAdd for each block.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot(int n, const float* A, const float* B, float* result) {
  extern __shared__ float cache[];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  int index = threadIdx.x;
  float temp = 0;
  while (tid < n) {
    temp += A[tid] * B[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[index] = temp;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (index < i) cache[index] += cache[index + i];
    __syncthreads();
    i /= 2;
  }
  if (index == 0) atomicAdd(result, cache[0]);
}

int main() {
  const int n = 700;
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
  dot<<<4, 128, 128 * sizeof(float)>>>(n, A, B, result);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  if (r != expected) printf("%g, expected %g\n", r, expected);
  return r != expected;
}
