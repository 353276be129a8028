#include "cholesky.h"

__global__ void division_kernel(int n, int k, real* A, int* info) {
  const long long j = k + (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const real pivot = A[(long long)k * n + k];
  if (j == k) {
    if (*info == 0 && !(pivot > 0)) *info = k + 1;
  } else if (j < n) {
    A[(long long)k * n + j] /= sqrt(pivot);
  }
}

__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  if (*info) return;   // not positive definite
  const long long i = k + blockIdx.x;
  if (i == k) {
    if (threadIdx.x == 0) A[i * n + i] = sqrt(A[i * n + i]);
    return;
  }
  for (long long j = i + threadIdx.x; j < n; j += blockDim.x)
    A[i * n + j] -= A[(long long)k * n + i] * A[(long long)k * n + j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int *info, result;
  cudaMalloc(&info, sizeof(int));
  for (int k = 0; k < n; ++k) {
    division_kernel<<<(n - k + threads - 1) / threads, threads>>>(n, k, A, info);
    elimination_kernel<<<n - k, threads>>>(n, k, A, info);
  }
  cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(info);
  return result;
}
