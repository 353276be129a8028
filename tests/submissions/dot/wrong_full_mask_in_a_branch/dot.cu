#include "dot.h"

__device__ real warp_sum(real v) {
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
  return v;
}

__global__ void dot(int n, const real* A, const real* B, real* result) {
  __shared__ real warps[32];
  int t = threadIdx.x;
  real sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += A[i] * B[i];
  sum = warp_sum(sum);
  if (t % 32 == 0) warps[t / 32] = sum;
  __syncthreads();
  if (t < blockDim.x / 32) {  // 3 lanes of 32, and the mask names them all
    sum = warp_sum(warps[t]);
    if (t == 0) atomicAdd(result, sum);
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dot<<<dot_blocks, block_size>>>(n, A, B, result);
}
