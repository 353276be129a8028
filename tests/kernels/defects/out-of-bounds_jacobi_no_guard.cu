// Jacobi's sweep without `if (i < n)`: the threads past the last row read and write past the ends.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, const float* A, const float* b, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j)
    if (j != i) sum += A[i * n + j] * x[j];  // FINDING out-of-bounds
  y[i] = (b[i] - sum) / 4;                   // FINDING out-of-bounds
}

int main() {
  const int n = 100;
  static float A[n * n], b[n], x[n];
  for (int i = 0; i < n * n; ++i) A[i] = i % (n + 1) == 0 ? 4 : 0;
  for (int i = 0; i < n; ++i) b[i] = i;
  float *dA, *db, *dx, *dy;
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dx, sizeof(x));
  cudaMalloc(&dy, sizeof(x));
  cudaMalloc(&dA, sizeof(A));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, sizeof(x));
  sweep<<<2, 64>>>(n, dA, db, dx, dy);
  cudaMemcpy(x, dy, sizeof(x), cudaMemcpyDeviceToHost);
  printf("x[99] = %g\n", x[n - 1]);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
  return 0;
}
