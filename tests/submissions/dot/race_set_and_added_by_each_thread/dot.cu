#include "dot.h"

__global__ void total(int n, const real* A, const real* B, real* result) {
  __shared__ real sum[1];
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  sum[0] = 0;
  if (i < n) {
    sum[0] = sum[0] + A[i] * B[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(result, sum[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  if (n > 0) total<<<(n + block_size - 1) / block_size, block_size>>>(n, A, B, result);
}
