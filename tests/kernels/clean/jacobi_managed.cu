// Managed memory that host and device use in turn, with a wait in between.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, const float* A, const float* b, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = b[i];
  for (int j = 0; j < n; ++j)
    if (j != i) sum -= A[i * n + j] * x[j];
  y[i] = sum / A[i * n + i];
}

int main() {
  const int n = 40;
  float *A, *b, *x, *y;
  cudaMallocManaged(&A, n * n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) A[i * n + j] = i == j ? 100 : 1;
    b[i] = 100 + n - 1;
    x[i] = 0;
  }
  for (int s = 0; s < 20; ++s) {
    sweep<<<2, 32>>>(n, A, b, x, y);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) x[i] = y[i];
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (!(x[i] > 0.999f && x[i] < 1.001f)) ++wrong;
  cudaFree(A);
  cudaFree(b);
  cudaFree(x);
  cudaFree(y);
  return wrong != 0;
}
