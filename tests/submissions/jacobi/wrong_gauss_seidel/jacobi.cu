#include "jacobi.h"

#include <utility>

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  // One block that goes through the rows; everybody sees the new elements at once.
  for (int i = 0; i < n; i++) {
    __shared__ real sums[1024];
    sums[threadIdx.x] = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
      if (j != i) sums[threadIdx.x] += A[i * n + j] * x[j];
    __syncthreads();
    if (threadIdx.x == 0) {
      real sum = 0;
      for (int t = 0; t < blockDim.x; t++) sum += sums[t];
      y[i] = (b[i] - sum) / A[i * n + i];
    }
    __syncthreads();
  }
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  size_t vec = n * sizeof(real), mat = n * vec;
  real *dA, *db, *dx, *dy;
  cudaMalloc(&dA, mat);
  cudaMalloc(&db, vec);
  cudaMalloc(&dx, vec);
  cudaMalloc(&dy, vec);
  cudaMemcpy(dA, A, mat, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, vec, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, vec);
  int grid = (n + block_size - 1) / block_size;
  for (int it = 0; it < iterations; it++) {
    sweep<<<1, block_size>>>(n, dA, db, dx, dx);
  }
  cudaMemcpy(x, dx, vec, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(dx);
  cudaFree(dy);
}
