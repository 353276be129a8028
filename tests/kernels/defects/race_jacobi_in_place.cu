// One vector for the old and the new x: threads read elements that others of the block overwrite.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, const float* A, const float* b, float* x) {
  int i = threadIdx.x;
  float sum = b[i];
  for (int j = 0; j < n; ++j)
    if (j != i) sum -= A[i * n + j] * x[j];  // FINDING race ?
  x[i] = sum / A[i * n + i];                 // FINDING race ?
}

int main() {
  const int n = 64;
  static float A[n * n], b[n];
  for (int i = 0; i < n * n; ++i) A[i] = i % (n + 1) == 0 ? 100 : 1;
  for (int i = 0; i < n; ++i) b[i] = 1;
  float *dA, *db, *dx;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dx, sizeof(b));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, sizeof(b));
  for (int s = 0; s < 3; ++s) sweep<<<1, n>>>(n, dA, db, dx);
  cudaMemcpy(b, dx, sizeof(b), cudaMemcpyDeviceToHost);
  printf("%g\n", b[0]);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  return 0;
}
