#include "cholesky.h"

#include <cstdio>
#include <cstdlib>

#define cudaCheck(call)                                                      \
  do {                                                                       \
    cudaError_t cudaCheckError = call;                                       \
    if (cudaCheckError != cudaSuccess) {                                     \
      fprintf(stderr, "%s\n", cudaGetErrorString(cudaCheckError));           \
      exit(2);                                                               \
    }                                                                        \
  } while (0)

__host__ __device__ inline size_t idx(int row, int col, int n) { return (size_t)row * n + col; }

inline int ceil_div(int a, int b) { return (a + b - 1) / b; }

// row k: everything right of the pivot; the pivot itself stays, everybody needs it
__global__ void division_kernel(int n, int k, real* A, int* info) {
  const int j = k + blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  const real pivot = A[idx(k, k, n)];
  if (j > k)
    A[idx(k, j, n)] /= sqrt(pivot);
  else if (!(pivot > 0) && *info == 0)
    *info = k + 1;
}

// block b: row k + b. Block 0 replaces the pivot by its root.
__global__ void elimination_kernel(int n, int k, real* A, const int* info) {
  if (*info) return;
  const int i = k + blockIdx.x;
  if (i == k) {
    if (threadIdx.x == 0) A[idx(k, k, n)] = sqrt(A[idx(k, k, n)]);
  } else {
    const real factor = A[idx(k, i, n)];
    for (int j = i + threadIdx.x; j < n; j += blockDim.x) A[idx(i, j, n)] -= factor * A[idx(k, j, n)];
  }
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  if (n == 0) return 0;
  int *info_d, info = 0;
  cudaCheck(cudaMalloc(&info_d, sizeof(int)));
  cudaCheck(cudaMemset(info_d, 0, sizeof(int)));
  for (int k = 0; k < n; ++k) {
    const int elements = k < n - 1 ? n - k - 1 : 1;  // right of the pivot
    division_kernel<<<ceil_div(elements, threads), threads>>>(n, k, A, info_d);
    cudaCheck(cudaGetLastError());
    elimination_kernel<<<n - k, threads>>>(n, k, A, info_d);
    cudaCheck(cudaGetLastError());
  }
  cudaCheck(cudaMemcpy(&info, info_d, sizeof(int), cudaMemcpyDeviceToHost));
  cudaCheck(cudaFree(info_d));
  return info;
}
