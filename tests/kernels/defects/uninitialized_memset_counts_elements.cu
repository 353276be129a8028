// cudaMemset gets the number of elements, not of bytes: a quarter of the vector is set.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, const float* A, const float* b, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = b[i];
  for (int j = 0; j < n; ++j)
    if (j != i) sum -= A[i * n + j] * x[j];  // FINDING uninitialized
  y[i] = sum / A[i * n + i];
}

int main() {
  const int n = 64;
  static float A[n * n], b[n];
  for (int i = 0; i < n * n; ++i) A[i] = i % (n + 1) == 0 ? 100 : 1;
  for (int i = 0; i < n; ++i) b[i] = 1;
  float *dA, *db, *dx, *dy;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dx, sizeof(b));
  cudaMalloc(&dy, sizeof(b));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, n);
  sweep<<<2, 32>>>(n, dA, db, dx, dy);
  cudaMemcpy(b, dy, sizeof(b), cudaMemcpyDeviceToHost);
  printf("%g\n", b[0]);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
  return 0;
}
