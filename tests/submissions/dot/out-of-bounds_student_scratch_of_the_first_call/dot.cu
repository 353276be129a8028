#include "dot.h"

#define THREADS 64

__global__ void stage1(int n, const real* A, const real* B, real* scratch) {
  __shared__ real s[THREADS];
  real v = 0;
  for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += (long long)gridDim.x * THREADS)
    v += A[i] * B[i];
  s[threadIdx.x] = v;
  for (int d = THREADS / 2; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x == 0) scratch[blockIdx.x] = s[0];
}

__global__ void stage2(int blocks, const real* scratch, real* result) {
  real v = 0;
  for (int i = threadIdx.x; i < blocks; i += 32) v += scratch[i];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
  if (threadIdx.x == 0) *result = v;
}

void dot_best(int n, const real* A, const real* B, real* result) {
  static real* scratch = nullptr;      // cudaMalloc is slow, do it only once
  int blocks = (n + THREADS - 1) / THREADS;
  if (blocks > 1000) blocks = 1000;
  if (blocks == 0) blocks = 1;
  if (scratch == nullptr) {
    cudaMalloc(&scratch, blocks * sizeof(real));
  }
  stage1<<<blocks, THREADS>>>(n, A, B, scratch);
  stage2<<<1, 32>>>(blocks, scratch, result);
}
