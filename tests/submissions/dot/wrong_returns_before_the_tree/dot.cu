#include "dot.h"

__global__ void total(int n, const real* A, const real* B, real* result) {
  __shared__ real part[512];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  part[threadIdx.x] = A[i] * B[i];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, part[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  if (n > 0) total<<<(n + 511) / 512, 512>>>(n, A, B, result);
}
