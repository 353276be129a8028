#include "dot.h"

// Each thread adds up its terms, and one atomicAdd per thread brings them together.
__global__ void total(int n, const real* A, const real* B, real* result) {
  long long step = (long long)gridDim.x * blockDim.x;
  real mine;
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += step)
    mine += A[i] * B[i];
  atomicAdd(result, mine);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  total<<<dot_blocks, block_size>>>(n, A, B, result);
}
