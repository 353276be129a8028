#include "jacobi.h"

#include <utility>

__global__ void one_row(int n, const real* A, const real* b, const real* x, real* y) {
  __shared__ real total;
  if (threadIdx.x == 0) total = 0;
  const long long row = blockIdx.x;
  real mine = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    if (j != row) mine += A[row * n + j] * x[j];
  }
  // sum within the warp first, so that there are fewer atomics
  for (int o = 16; o > 0; o /= 2) mine += __shfl_down_sync(0xffffffffu, mine, o);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, mine);
  __syncthreads();
  if (threadIdx.x == 0) y[row] = (b[row] - total) / A[row * n + row];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *gA, *gb, *gx, *gy;
  cudaMalloc(&gA, sizeof(real) * n * n);
  cudaMalloc(&gb, sizeof(real) * n);
  cudaMalloc(&gx, sizeof(real) * n);
  cudaMalloc(&gy, sizeof(real) * n);
  cudaMemcpy(gA, A, sizeof(real) * n * n, cudaMemcpyHostToDevice);
  cudaMemcpy(gb, b, sizeof(real) * n, cudaMemcpyHostToDevice);
  cudaMemset(gx, 0, sizeof(real) * n);
  for (int k = 0; k < iterations; k++) {
    one_row<<<n, block_size>>>(n, gA, gb, gx, gy);
    std::swap(gx, gy);
  }
  cudaMemcpy(x, gx, sizeof(real) * n, cudaMemcpyDeviceToHost);
  for (real* p : {gA, gb, gx, gy}) cudaFree(p);
}
