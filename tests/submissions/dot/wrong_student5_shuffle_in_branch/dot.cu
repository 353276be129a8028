#include "dot.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// This thread's part of the sum: the terms i, i + threads of the grid, i + 2·threads of the grid …
__device__ real thread_sum(int n, const real* A, const real* B) {
  real sum = 0;
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    sum += A[i] * B[i];
  }
  return sum;
}

/// The sum of `mine` over the 32 lanes of a warp, in lane 0.
__device__ real warp_sum(real mine) {
  for (int offset = 16; offset > 0; offset /= 2) {
    mine += __shfl_down_sync(0xffffffffu, mine, offset);
  }
  return mine;
}

__global__ void shuffle_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ real sums[32];
  unsigned warps = blockDim.x / 32;
  real s = warp_sum(thread_sum(n, A, B));
  if (threadIdx.x % 32 == 0) {
    sums[threadIdx.x / 32] = s;
  }
  __syncthreads();
  // second stage
  if (threadIdx.x < warps) {  // one thread for each warp's sum
    s = warp_sum(sums[threadIdx.x]);
    if (threadIdx.x == 0) {
      atomicAdd(result, s);
    }
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  shuffle_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
