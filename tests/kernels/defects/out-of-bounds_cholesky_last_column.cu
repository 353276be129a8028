// The elimination's inner loop runs to j <= n: in the last row this is past the matrix.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void divide(int n, int k, float* U) {
  float pivot = sqrtf(U[k * n + k]);
  for (int j = k + 1 + threadIdx.x; j < n; j += blockDim.x) U[k * n + j] /= pivot;
  __syncthreads();
  if (threadIdx.x == 0) U[k * n + k] = pivot;
}

__global__ void eliminate(int n, int k, float* U) {
  int i = k + 1 + blockIdx.x;
  float left = U[k * n + i];
  for (int j = i + threadIdx.x; j < n + (i == n - 1); j += blockDim.x)
    U[i * n + j] -= left * (j < n ? U[k * n + j] : 0);  // FINDING out-of-bounds
}

int main() {
  const int n = 20;
  static float A[n * n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? 25 : 1;
  float* U;
  cudaMalloc(&U, sizeof(A));
  cudaMemcpy(U, A, sizeof(A), cudaMemcpyHostToDevice);
  for (int k = 0; k < n; ++k) {
    divide<<<1, 32>>>(n, k, U);
    if (k < n - 1) eliminate<<<n - 1 - k, 32>>>(n, k, U);
  }
  cudaMemcpy(A, U, sizeof(A), cudaMemcpyDeviceToHost);
  printf("%g\n", A[0]);
  cudaFree(U);
  return 0;
}
