#include "dot.h"

#define FULL 0xffffffffu

__device__ real sum_of_warp(real v) {
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) v += __shfl_xor_sync(FULL, v, d);
  return v;
}

__global__ void k_dot_shfl(int n, const real* A, const real* B, real* r) {
  __shared__ real warpSums[32];
  const int warp = threadIdx.x >> 5;
  const int lane = threadIdx.x & 31;
  const int nWarps = blockDim.x >> 5;

  real v = 0;
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  while (i < n) {
    v += A[i] * B[i];
    i += gridDim.x * (size_t)blockDim.x;
  }
  v = sum_of_warp(v);
  if (lane == 0) warpSums[warp] = v;
  if (warp == 0) {
    v = sum_of_warp(lane < nWarps ? warpSums[lane] : real(0));
    if (lane == 0) atomicAdd(r, v);
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemsetAsync(result, 0, sizeof(*result));
  k_dot_shfl<<<dot_blocks, block_size>>>(n, A, B, result);
}
