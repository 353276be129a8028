// The division step of the documents: one thread stores the root of the pivot while the other
// blocks divide their elements by it.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void divide(int n, int k, float* U) {
  int j = k + blockIdx.x * blockDim.x + threadIdx.x;
  if (j == k) U[k * n + k] = sqrtf(U[k * n + k]);    // FINDING race ?
  if (j > k && j < n) U[k * n + j] /= U[k * n + k];  // FINDING race ?
}

__global__ void eliminate(int n, int k, float* U) {
  int i = k + 1 + blockIdx.x;
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) U[i * n + j] -= U[k * n + i] * U[k * n + j];
}

int main() {
  const int n = 48;
  static float A[n * n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? n : 1;
  float* U;
  cudaMalloc(&U, sizeof(A));
  cudaMemcpy(U, A, sizeof(A), cudaMemcpyHostToDevice);
  for (int k = 0; k < n; ++k) {
    divide<<<2, 32>>>(n, k, U);
    if (k + 1 < n) eliminate<<<n - k - 1, 32>>>(n, k, U);
  }
  cudaMemcpy(A, U, sizeof(A), cudaMemcpyDeviceToHost);
  printf("%g\n", A[1]);
  cudaFree(U);
  return 0;
}
