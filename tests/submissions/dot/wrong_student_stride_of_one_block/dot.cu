#include "dot.h"

static void ck(cudaError_t e) {
  if (e != cudaSuccess) __builtin_trap();
}

__device__ real wsum(real x) {
  x += __shfl_down_sync(0xffffffff, x, 16);
  x += __shfl_down_sync(0xffffffff, x, 8);
  x += __shfl_down_sync(0xffffffff, x, 4);
  x += __shfl_down_sync(0xffffffff, x, 2);
  x += __shfl_down_sync(0xffffffff, x, 1);
  return x;
}

__global__ void shfl_kernel(int n, const real* A, const real* B, real* result) {
  __shared__ real s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = 0;
  __syncthreads();
  real x = 0;
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += blockDim.x) x += A[i] * B[i];
  x = wsum(x);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x < 32) {
    x = wsum(s[threadIdx.x]);
    if (threadIdx.x == 0) atomicAdd(result, x);
  }
}

void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  ck(cudaMemset(result, 0, sizeof(real)));
  shfl_kernel<<<dot_blocks, block_size>>>(n, A, B, result);
  ck(cudaGetLastError());
}
