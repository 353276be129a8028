// The honest twin of the cheat that hides CUB: the same words in the PTX, and sums of one's own.
#include "dot.h"

__global__ void product(int n, const real *a, const real *b, real *result) {
#ifndef __SIMTCC__
  asm volatile("/*\n.func elsewhere(\n*/");
#endif
  __shared__ real sums[256];
  real sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) sum += a[i] * b[i];
  sums[threadIdx.x] = sum;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(result, sums[0]);
}

void dot_best(int n, const real *A, const real *B, real *result) {
  cudaMemset(result, 0, sizeof(real));
  product<<<240, 256>>>(n, A, B, result);
}
