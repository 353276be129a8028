// dot product with a lock (as in "CUDA by Example")
#include "dot.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define HANDLE_ERROR(call)                                                        \
  {                                                                               \
    cudaError_t error = (call);                                                   \
    if (error != cudaSuccess) {                                                   \
      std::printf("%s in %s at %d\n", cudaGetErrorString(error), __FILE__, __LINE__); \
      std::exit(EXIT_FAILURE);                                                    \
    }                                                                             \
  }

struct Lock {
  int taken;  // 0: free, 1: taken

  __device__ void lock() {
    while (atomicCAS(&taken, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(&taken, 0);
  }
};

__global__ void dot(int n, const real* a, const real* b, volatile real* c, Lock mutex) {
  extern __shared__ real cache[];
  const int cacheIndex = threadIdx.x;
  real temp = 0;
  for (long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x; tid < n;
       tid += (long long)blockDim.x * gridDim.x)
    temp += a[tid] * b[tid];
  cache[cacheIndex] = temp;
  __syncthreads();

  int left = blockDim.x;
  while (left > 1) {
    const int upper = (left + 1) / 2;
    if (cacheIndex + upper < left) cache[cacheIndex] += cache[cacheIndex + upper];
    __syncthreads();
    left = upper;
  }

  if (cacheIndex == 0) {
    mutex.lock();
    *c += cache[0];
    mutex.unlock();
  }
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  HANDLE_ERROR(cudaMemsetAsync(result, 0, sizeof(real)));
  Lock mutex = {0};
  dot<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result, mutex);
  HANDLE_ERROR(cudaGetLastError());
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {}
void dot_best(int n, const real* A, const real* B, real* result) {}
