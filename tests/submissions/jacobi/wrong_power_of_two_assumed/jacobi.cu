#include "jacobi.h"

#include <utility>

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real sdata[];
  int row = blockIdx.x, tid = threadIdx.x;
  real sum = 0;
  for (int j = tid; j < n; j += blockDim.x) sum += j == row ? 0 : A[row * n + j] * x[j];
  sdata[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) y[row] = (b[row] - sdata[0]) / A[row * n + row];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  size_t vec = n * sizeof(real);
  real *dA, *db, *dx, *dy;
  cudaMalloc(&dA, n * vec);
  cudaMalloc(&db, vec);
  cudaMalloc(&dx, vec);
  cudaMalloc(&dy, vec);
  cudaMemcpy(dA, A, n * vec, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, vec, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, vec);
  for (int it = 0; it < iterations; it++) {
    sweep<<<n, block_size, block_size * sizeof(real)>>>(n, dA, db, dx, dy);
    std::swap(dx, dy);
  }
  cudaMemcpy(x, dx, vec, cudaMemcpyDeviceToHost);
  cudaFree(dA), cudaFree(db), cudaFree(dx), cudaFree(dy);
}
