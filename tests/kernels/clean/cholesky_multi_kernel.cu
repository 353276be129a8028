// For each k a division kernel and an elimination kernel. The division reads the pivot of a copy on
// the side, so that nobody divides by what somebody else is just replacing.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void find_pivot(int n, int k, const float* A, float* pivot, int* info) {
  const float d = A[k * n + k];
  if (!(d > 0)) {
    if (*info == 0) *info = k + 1;
    *pivot = 1;
  } else {
    *pivot = sqrtf(d);
  }
}

__global__ void divide(int n, int k, float* A, const float* pivot) {
  const int j = k + blockIdx.x * blockDim.x + threadIdx.x;
  if (j == k)
    A[k * n + k] = *pivot;
  else if (j < n)
    A[k * n + j] /= *pivot;
}

__global__ void eliminate(int n, int k, float* A) {
  const int i = k + 1 + blockIdx.x;
  const float left = A[k * n + i];
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) A[i * n + j] -= left * A[k * n + j];
}

int main() {
  const int n = 40;
  static float h[n * n], U[n * n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) h[i * n + j] = i == j ? 2 * n : (i * j) % 4;
  float *A, *pivot;
  int *info, result = -1;
  cudaMalloc(&A, sizeof(h));
  cudaMalloc(&pivot, sizeof(float));
  cudaMalloc(&info, sizeof(int));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(info, 0, sizeof(int));
  for (int k = 0; k < n; ++k) {
    find_pivot<<<1, 1>>>(n, k, A, pivot, info);
    divide<<<(n - k + 31) / 32, 32>>>(n, k, A, pivot);
    if (k + 1 < n) eliminate<<<n - k - 1, 32>>>(n, k, A);
  }
  cudaMemcpy(U, A, sizeof(h), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(pivot);
  cudaFree(info);
  int wrong = result != 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k <= i; ++k) sum += (double)U[k * n + i] * U[k * n + j];
      if (!(std::fabs(sum - h[i * n + j]) < 1e-3)) ++wrong;
    }
  return wrong != 0;
}
