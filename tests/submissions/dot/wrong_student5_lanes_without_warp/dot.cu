#include "dot.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err_ = (call);                                                 \
    if (err_ != cudaSuccess) {                                                 \
      fprintf(stderr, "CUDA error line %d: %s\n", __LINE__, cudaGetErrorString(err_)); \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__device__ real thread_sum(int n, const real* A, const real* B) {
  real sum = 0;
  const long long total = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += total)
    sum += A[i] * B[i];
  return sum;
}

__device__ real warp_sum(real mine) {
  mine += __shfl_down_sync(0xffffffffu, mine, 16);
  mine += __shfl_down_sync(0xffffffffu, mine, 8);
  mine += __shfl_down_sync(0xffffffffu, mine, 4);
  mine += __shfl_down_sync(0xffffffffu, mine, 2);
  mine += __shfl_down_sync(0xffffffffu, mine, 1);
  return mine;
}

__global__ void shuffle_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ real fromWarp[32];
  const int warpId = threadIdx.x / warpSize;
  const int laneId = threadIdx.x % warpSize;

  real value = warp_sum(thread_sum(n, A, B));
  if (laneId == 0) fromWarp[warpId] = value;
  __syncthreads();

  // the first warp adds up the sums of all warps
  if (warpId == 0) {
    value = fromWarp[laneId];
    value = warp_sum(value);
    if (laneId == 0) atomicAdd(result, value);
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  shuffle_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
