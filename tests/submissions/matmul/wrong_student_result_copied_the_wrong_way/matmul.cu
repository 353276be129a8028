#include "matmul.h"

__global__ void MatrixMulKernel(const real* M, const real* N, real* P, int rows, int cols, int width) {
  int Row = blockIdx.y * blockDim.y + threadIdx.y;
  int Col = blockIdx.x * blockDim.x + threadIdx.x;
  if ((Row < rows) && (Col < cols)) {
    real Pvalue = 0;
    // each thread computes one element of the product
    for (int i = 0; i < width; ++i) {
      Pvalue += M[(size_t)Row * width + i] * N[(size_t)i * cols + Col];
    }
    P[(size_t)Row * cols + Col] = Pvalue;
  }
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  size_t bytesA = sizeof(real) * m * k;
  size_t bytesB = sizeof(real) * k * n;
  size_t bytesC = sizeof(real) * m * n;
  real *da, *db, *dc;

  // 1. allocate
  cudaMalloc((void**)&da, bytesA);
  cudaMalloc((void**)&db, bytesB);
  cudaMalloc((void**)&dc, bytesC);
  // 2. copy in
  cudaMemcpy(da, A, bytesA, cudaMemcpyHostToDevice);
  cudaMemcpy(db, B, bytesB, cudaMemcpyHostToDevice);
  // 3. launch
  dim3 dimGrid((n + 15) / 16, (m + 15) / 16, 1);
  dim3 dimBlock(16, 16, 1);
  MatrixMulKernel<<<dimGrid, dimBlock>>>(da, db, dc, m, n, k);
  // 4. copy out
  cudaMemcpy(C, dc, bytesC, cudaMemcpyHostToDevice);
  // 5. free
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
