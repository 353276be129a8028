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

__device__ int mutex = 0;

__global__ void mutex_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real cache[];
  const int tid = threadIdx.x;

  // my share of the products
  real mySum = 0;
  long long i = (long long)blockIdx.x * blockDim.x + tid;
  const long long stride = (long long)gridDim.x * blockDim.x;
  while (i < n) {
    mySum += A[i] * B[i];
    i += stride;
  }
  cache[tid] = mySum;
  __syncthreads();

  // reduction: in each round half of the threads drop out
  int active = blockDim.x;
  while (active > 1) {
    int half = active / 2;
    if (tid < half) cache[tid] += cache[tid + half];
    __syncthreads();
    active = half;
  }

  if (tid == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
      // wait until the mutex is free
    }
    __threadfence();
    *result = *result + cache[0];
    __threadfence();
    atomicExch(&mutex, 0);
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  mutex_kernel<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
