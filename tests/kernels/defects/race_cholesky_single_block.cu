// One block factorises; between dividing a row and eliminating with it there is no barrier.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__global__ void cholesky(int n, double* A) {
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0) A[k * n + k] = sqrt(A[k * n + k]);
    __syncthreads();
    for (int j = k + 1 + threadIdx.x; j < n; j += blockDim.x)
      A[k * n + j] /= A[k * n + k];  // FINDING race ?
    for (int i = k + 1; i < n; ++i)
      for (int j = i + threadIdx.x; j < n; j += blockDim.x)
        A[i * n + j] -= A[k * n + i] * A[k * n + j];  // FINDING race ?
    __syncthreads();
  }
}

int main() {
  const int n = 24;
  static double h[n * n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) h[i * n + j] = i == j ? n : 1;
  double* A;
  cudaMalloc(&A, sizeof(h));
  cudaMemcpy(A, h, sizeof(h), cudaMemcpyHostToDevice);
  cholesky<<<1, 64>>>(n, A);
  cudaMemcpy(h, A, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(A);
  return 0;
}
