#include "dot.h"
#include "parts/warp.cuh"

__global__ void sum_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ real sums[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  real v = 0;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    v += A[i] * B[i];
  v = sum_of_warp(v);
  if (lane == 0) sums[warp] = v;
  // no barrier here
  if (warp == 0) {
    v = sum_of_warp(lane < blockDim.x / 32 ? sums[lane] : 0);
    if (lane == 0) atomicAdd(result, v);
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  sum_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
}
