#include "jacobi.h"

#include <stdio.h>

__device__ real warpSum(real v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}

__global__ void sweep(int n, const real* A, const real* b, const real* xold, real* xnew) {
  __shared__ real part[32];
  int row = blockIdx.x;
  int lane = threadIdx.x & 31;
  int warp = threadIdx.x >> 5;

  real s = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    if (j != row) s += A[(long)row * n + j] * xold[j];
  }

  // first inside each warp ...
  s = warpSum(s);
  if (lane == 0) part[warp] = s;
  __syncthreads();

  // ... then the first warp adds the sums of the warps
  if (warp == 0) {
    s = warpSum(part[lane]);
    if (lane == 0) xnew[row] = (b[row] - s) / A[(long)row * n + row];
  }
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *dA, *db, *x0, *x1;
  size_t vec = n * sizeof(real);
  cudaMalloc(&dA, n * vec);
  cudaMalloc(&db, vec);
  cudaMalloc(&x0, vec);
  cudaMalloc(&x1, vec);
  cudaMemcpy(dA, A, n * vec, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, vec, cudaMemcpyHostToDevice);
  cudaMemset(x0, 0, vec);
  for (int it = 0; it < iterations; it++) {
    sweep<<<n, block_size>>>(n, dA, db, x0, x1);
    real* t = x0;
    x0 = x1;
    x1 = t;
  }
  cudaMemcpy(x, x0, vec, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(db);
  cudaFree(x0);
  cudaFree(x1);
}
