#include "dot.h"

#include <cstdio>
#include <cstdlib>

static void must(cudaError_t e, int line) {
  if (e != cudaSuccess) {
    fprintf(stderr, "dot.cu:%d: %s\n", line, cudaGetErrorName(e));
    abort();
  }
}
#define MUST(e) must(e, __LINE__)

constexpr int THREADS = 256;
constexpr int MAX_BLOCKS = 1024;

__device__ real block_sum(real v) {
  __shared__ real w[THREADS / 32];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
  if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < THREADS / 32; i++) v += w[i];
  return v;
}

// first step: every block writes its own sum, so no atomics are needed
__global__ void step1(int n, const real* A, const real* B, real* partial) {
  real v = 0;
  for (long i = blockIdx.x * (long)THREADS + threadIdx.x; i < n; i += (long)THREADS * gridDim.x) v += A[i] * B[i];
  v = block_sum(v);
  if (threadIdx.x == 0) partial[blockIdx.x] = v;
}

// second step: one block adds them up
__global__ void step2(int count, const real* partial, real* result) {
  real v = 0;
  for (int i = threadIdx.x; i < count; i += THREADS) v += partial[i];
  v = block_sum(v);
  if (threadIdx.x == 0) *result = v;
}

void dot_best(int n, const real* A, const real* B, real* result) {
  // every thread should have 4 elements at least, small vectors do not need many blocks
  int blocks = n / (4 * THREADS) + 1;
  if (blocks > MAX_BLOCKS) blocks = MAX_BLOCKS;

  real* partial;
  MUST(cudaMalloc(&partial, MAX_BLOCKS * sizeof(real)));
  step1<<<blocks, THREADS>>>(n, A, B, partial);
  MUST(cudaGetLastError());
  step2<<<1, THREADS>>>(MAX_BLOCKS, partial, result);
  MUST(cudaGetLastError());
  MUST(cudaFree(partial));
}
