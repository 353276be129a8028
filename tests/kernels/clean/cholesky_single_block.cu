// A = UᵀU in place by one block: the root of the pivot, the division of its row, the elimination,
// with a barrier after each.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void cholesky(int n, double* A) {
  const int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (t == 0) A[k * n + k] = sqrt(A[k * n + k]);
    __syncthreads();
    for (int j = k + 1 + t; j < n; j += blockDim.x) A[k * n + j] /= A[k * n + k];
    __syncthreads();
    for (int e = t; e < (n - k - 1) * (n - k - 1); e += blockDim.x) {
      const int i = k + 1 + e / (n - k - 1), j = k + 1 + e % (n - k - 1);
      if (j >= i) A[i * n + j] -= A[k * n + i] * A[k * n + j];
    }
    __syncthreads();
  }
}

int main() {
  const int n = 21;
  static double h[n * n], U[n * n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) h[i * n + j] = i == j ? 2 * n : (i + j) % 3;
  double* A;
  cudaMalloc(&A, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cholesky<<<1, 64>>>(n, A);
  cudaMemcpy(U, A, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(A);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k <= i; ++k) sum += U[k * n + i] * U[k * n + j];
      if (!(std::fabs(sum - h[i * n + j]) < 1e-9)) ++wrong;
    }
  return wrong != 0;
}
