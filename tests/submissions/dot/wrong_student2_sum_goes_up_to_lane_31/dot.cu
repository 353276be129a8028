#include "dot.h"

constexpr unsigned all_lanes = 0xffffffffu;

namespace {

/// The sum of the 32 values of a warp.
__device__ inline real warp_total(real value) {
  for (unsigned distance = 1; distance < warpSize; distance <<= 1) {
    value += __shfl_up_sync(all_lanes, value, distance);
  }
  return value;
}

__global__ void dot_with_shuffles(int n, const real* __restrict__ A, const real* __restrict__ B, real* result) {
  __shared__ real total[32];
  const int lane = threadIdx.x % warpSize;
  const int warp = threadIdx.x / warpSize;
  const int warps = blockDim.x / warpSize;

  real value = 0;
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = threadIdx.x + static_cast<long long>(blockIdx.x) * blockDim.x; i < n; i += threads) {
    value = fma(A[i], B[i], value);
  }

  value = warp_total(value);
  if (lane == 0) total[warp] = value;
  __syncthreads();

  if (warp == 0) {
    // few enough to be added one by one
    if (lane == 0) {
      real sum = 0;
      for (int w = 0; w < warps; ++w) sum += total[w];
      atomicAdd(result, sum);
    }
  }
}

}  // namespace

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  (void)cudaMemset(result, 0, sizeof(real));
  dot_with_shuffles<<<dot_blocks, block_size>>>(n, A, B, result);
}
