#include "cholesky.h"

// The threads of all blocks divide by the root of A[k][k], and one of them stores it there.
__global__ void division(int n, int k, real* A) {
  int j = k + blockIdx.x * blockDim.x + threadIdx.x;
  real root = sqrt(A[k * n + k]);
  if (j == k) A[k * n + k] = root;
  else if (j < n) A[k * n + j] /= root;
}

__global__ void elimination(int n, int k, real* A) {
  int i = k + 1 + blockIdx.x;
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) A[i * n + j] -= A[k * n + i] * A[k * n + j];
}

int cholesky_multi_kernel(int n, real* A, int threads) {
  for (int k = 0; k < n; k++) {
    division<<<(n - k + threads - 1) / threads, threads>>>(n, k, A);
    if (k < n - 1) elimination<<<n - k - 1, threads>>>(n, k, A);
  }
  cudaDeviceSynchronize();
  return 0;
}
