#include "dot.h"

// one block, one thread per element
__global__ void total(const real* A, const real* B, real* result) {
  atomicAdd(result, A[threadIdx.x] * B[threadIdx.x]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  total<<<1, n>>>(A, B, result);
}
