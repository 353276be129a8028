// The documents' dot product with a lock: atomicCAS and atomicExch around the sum, and no fences,
// so that the stores may become visible after the lock is free.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot_mutex(int n, const float* A, const float* B, float* result, int* mutex) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += A[i] * B[i];
  s[t] = sum;
  __syncthreads();
  for (int k = blockDim.x / 2; k != 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    *result += s[0];  // FINDING race
    atomicExch(mutex, 0);
  }
}

int main() {
  const int n = 2000;
  float h[n], r;
  for (int i = 0; i < n; ++i) h[i] = 0.5f;
  float *A, *B, *result;
  int* mutex;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&B, sizeof(h));
  cudaMalloc(&result, sizeof(float));
  cudaMalloc(&mutex, sizeof(int));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(B, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof(float));
  cudaMemset(mutex, 0, sizeof(int));
  dot_mutex<<<8, 128>>>(n, A, B, result, mutex);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  cudaFree(mutex);
  return 0;
}
