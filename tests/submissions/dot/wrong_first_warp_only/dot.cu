#include "dot.h"

__global__ void dot(int n, const real* A, const real* B, real* result) {
  int t = threadIdx.x;
  real sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += A[i] * B[i];
  for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
  if (t == 0) atomicAdd(result, sum);
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  dot<<<dot_blocks, block_size>>>(n, A, B, result);
}
