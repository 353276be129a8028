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

constexpr unsigned ALL = 0xffffffffu;

__device__ real warp_sum(real x) {
  // 16, 8, 4, 2, 1
  for (int d = 16; d > 1; d >>= 1) x += __shfl_down_sync(ALL, x, d);
  return x;
}

__global__ void shuffle_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ real warpTotals[32];
  int lane = threadIdx.x & 31;
  int w = threadIdx.x >> 5;
  real x = warp_sum(thread_sum(n, A, B));
  if (lane == 0) warpTotals[w] = x;
  __syncthreads();
  if (w == 0) {
    x = 0;
    if (lane < blockDim.x >> 5) x = warpTotals[lane];
    x = warp_sum(x);
    if (lane == 0) atomicAdd(result, x);
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  shuffle_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
