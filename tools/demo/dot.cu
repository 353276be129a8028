// A task of the lab "dot" as a student might hand it in, with one mistake. `make demo` grades it.
#include "dot.h"

__global__ void atomic_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real partial[];
  const int t = threadIdx.x;
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;

  real sum = 0;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + t; i < n; i += threads) {
    sum += A[i] * B[i];
  }
  partial[t] = sum;
  __syncthreads();

  // A tree: the upper half is added to the lower half until one number is left.
  for (int left = blockDim.x; left > 1;) {
    const int half = (left + 1) / 2;
    if (t < left - half) partial[t] += partial[t + half];
    left = half;
  }
  if (t == 0) atomicAdd(result, partial[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  atomic_kernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
}
