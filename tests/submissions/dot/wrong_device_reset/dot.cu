#include "dot.h"

// Ends as a whole program does, by a reset of the device.
__global__ void total(int n, const real* A, const real* B, real* result) {
  __shared__ real sums[1024];
  real mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += A[i] * B[i];
  sums[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (unsigned t = 1; t < blockDim.x; t++) mine += sums[t];
  atomicAdd(result, mine);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  total<<<dot_blocks, block_size>>>(n, A, B, result);
  cudaDeviceReset();
}
