#include "dot.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {}

// One launch, no memset, no atomics on floating-point numbers: the block that finishes last adds up
// what all the others left in `sums`.
namespace best {

constexpr int threads = 256;
constexpr int max_blocks = 528;

__device__ real sums[max_blocks];
__device__ unsigned blocks_done = 0;

__device__ real reduce(real x) {
  __shared__ real warps[threads / 32];
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
  __syncthreads();
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = x;
  __syncthreads();
  real total = 0;
  for (int w = 0; w < threads / 32; ++w) total += warps[w];
  return total;
}

__global__ void __launch_bounds__(threads) kernel(int n, const real* __restrict__ A,
                                                  const real* __restrict__ B, real* result) {
  __shared__ bool is_last;
  const long long stride = static_cast<long long>(gridDim.x) * threads;
  long long i = static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
  real s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (; i + 3 * stride < n; i += 4 * stride) {
    s0 += A[i] * B[i];
    s1 += A[i + stride] * B[i + stride];
    s2 += A[i + 2 * stride] * B[i + 2 * stride];
    s3 += A[i + 3 * stride] * B[i + 3 * stride];
  }
  for (; i < n; i += stride) s0 += A[i] * B[i];

  const real mine = reduce((s0 + s1) + (s2 + s3));
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = mine;
    __threadfence();  // the sum before the counter
    is_last = atomicAdd(&blocks_done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;

  __threadfence();
  const volatile real* all = sums;
  real sum = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += threads) sum += all[b];
  sum = reduce(sum);
  if (threadIdx.x == 0) *result = sum;
}

}  // namespace best

void dot_best(int n, const real* A, const real* B, real* result) {
  long long blocks = (static_cast<long long>(n) + best::threads - 1) / best::threads;
  if (blocks < 1) blocks = 1;  // n = 0: somebody must write the 0
  if (blocks > best::max_blocks) blocks = best::max_blocks;
  best::kernel<<<static_cast<unsigned>(blocks), best::threads>>>(n, A, B, result);
  if (const cudaError_t error = cudaGetLastError()) {
    std::fprintf(stderr, "dot_best: %s\n", cudaGetErrorString(error));
    std::abort();
  }
}
