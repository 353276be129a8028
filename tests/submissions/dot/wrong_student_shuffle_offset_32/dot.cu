#include "dot.h"

// Faster Parallel Reductions on Kepler
__inline__ __device__ real warpReduceSum(real val) {
  for (int offset = warpSize; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}

__inline__ __device__ real blockReduceSum(real val) {
  static __shared__ real shared[32];  // Shared mem for 32 partial sums
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;

  val = warpReduceSum(val);  // Each warp performs partial reduction
  if (lane == 0) shared[wid] = val;  // Write reduced value to shared memory
  __syncthreads();  // Wait for all partial reductions

  // read from shared memory only if that warp existed
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);  // Final reduce within first warp
  return val;
}

__global__ void deviceReduceKernel(int n, const real* A, const real* B, real* out) {
  real sum = 0;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x) {
    sum += A[i] * B[i];
  }
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemset(result, 0, sizeof(real));
  deviceReduceKernel<<<dot_blocks, block_size>>>(n, A, B, result);
}
