#include "jacobi.h"

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real sum = 0;
  for (int j = 0; j < n; j++)
    if (j != i) sum += A[i * n + j] * x[j];
  y[i] = (b[i] - sum) / A[i * n + i];
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *mA, *mb, *mx, *my;
  cudaMallocManaged(&mA, sizeof(real) * n * n);
  cudaMallocManaged(&mb, sizeof(real) * n);
  cudaMallocManaged(&mx, sizeof(real) * n);
  cudaMallocManaged(&my, sizeof(real) * n);
  for (int i = 0; i < n * n; i++) mA[i] = A[i];
  for (int i = 0; i < n; i++) mb[i] = b[i], mx[i] = 0;
  for (int it = 0; it < iterations; it++) {
    sweep<<<(n + block_size - 1) / block_size, block_size>>>(n, mA, mb, mx, my);
    // Here the host should wait.
    for (int i = 0; i < n; i++) mx[i] = my[i];
  }
  for (int i = 0; i < n; i++) x[i] = mx[i];
  cudaDeviceSynchronize();
  cudaFree(mA), cudaFree(mb), cudaFree(mx), cudaFree(my);
}
