// A block that finds nothing to add leaves with the lock in its hand; the others wait for ever.
// HANGS
#include <cuda_runtime.h>

#include <cstdio>

__global__ void dot_mutex(int n, const float* A, const float* B, float* result, int* mutex) {
  float sum = 0;
  if (threadIdx.x != 0) return;
  for (int i = blockIdx.x * 16; i < n && i < (blockIdx.x + 1) * 16; ++i) sum += A[i] * B[i];
  while (atomicCAS(mutex, 0, 1) != 0) {  // FINDING deadlock
  }
  __threadfence();
  if (sum == 0) return;
  *result += sum;
  __threadfence();
  atomicExch(mutex, 0);
}

int main() {
  const int n = 64;
  float h[n] = {};
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
  dot_mutex<<<4, 32>>>(n, A, B, result, mutex);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaGetLastError();
  cudaFree(A);
  cudaFree(B);
  cudaFree(result);
  cudaFree(mutex);
  return 0;
}
