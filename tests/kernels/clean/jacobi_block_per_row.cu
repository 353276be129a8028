// One block for each row; 96 threads are added up in halves that need not be even.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sweep(int n, const float* A, const float* b, const float* x, float* y) {
  extern __shared__ float partial[];
  const int i = blockIdx.x, t = threadIdx.x;
  float sum = 0;
  for (int j = t; j < n; j += blockDim.x)
    if (j != i) sum += A[i * n + j] * x[j];
  partial[t] = sum;
  for (int left = blockDim.x; left > 1;) {
    const int half = (left + 1) / 2;
    __syncthreads();
    if (t < left - half) partial[t] += partial[t + half];
    left = half;
  }
  if (t == 0) y[i] = (b[i] - partial[0]) / A[i * n + i];
}

int main() {
  const int n = 130;
  static float A[n * n], b[n], x[n], y[n];
  for (int i = 0; i < n * n; ++i) A[i] = i % 3 + (i % (n + 1) == 0 ? 64 - i % 3 : 0);
  for (int i = 0; i < n; ++i) {
    b[i] = 1;
    x[i] = i % 4;
  }
  float *dA, *db, *dx, *dy;
  cudaMalloc(&dA, sizeof(A));
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dx, sizeof(x));
  cudaMalloc(&dy, sizeof(x));
  cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
  sweep<<<n, 96, 96 * sizeof(float)>>>(n, dA, db, dx, dy);
  cudaMemcpy(y, dy, sizeof(y), cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j < n; ++j)
      if (j != i) sum += A[i * n + j] * x[j];
    if (y[i] != (b[i] - sum) / A[i * n + i]) ++wrong;
  }
  return wrong != 0;
}
