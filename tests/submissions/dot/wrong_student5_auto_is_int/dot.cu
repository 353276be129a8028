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

__global__ void atomic_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real sh[];
  const auto step = static_cast<long long>(blockDim.x) * gridDim.x;
  auto acc = 0;
  for (auto idx = static_cast<long long>(blockDim.x) * blockIdx.x + threadIdx.x; idx < n;
       idx += step) {
    acc += A[idx] * B[idx];
  }
  sh[threadIdx.x] = acc;
  __syncthreads();
  // thread 0 adds them up pairwise with all others helping
  for (unsigned rest = blockDim.x; rest > 1;) {
    const auto mid = (rest + 1) / 2;
    if (threadIdx.x < rest / 2) sh[threadIdx.x] += sh[threadIdx.x + mid];
    __syncthreads();
    rest = mid;
  }
  if (threadIdx.x == 0) atomicAdd(result, sh[0]);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  cudaMemsetAsync(result, 0, sizeof(real));
  atomic_kernel<<<dot_blocks, block_size, sizeof(real) * block_size>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
