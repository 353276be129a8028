#include "dot.h"

#include <cstddef>
#include <cstdio>

#define CHK(...)                                                                 \
  do {                                                                           \
    const cudaError_t status = (__VA_ARGS__);                                    \
    if (status != cudaSuccess)                                                   \
      std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
  } while (0)

// Sum over the block; the number of threads does not have to be a power of two.
template <typename T>
__device__ T blockSum(T* s, T mine) {
  const unsigned t = threadIdx.x;
  s[t] = mine;
  __syncthreads();
  unsigned active = blockDim.x;
  while (active > 2) {
    const unsigned upper = (active + 1) / 2;
    if (t + upper < active) s[t] += s[t + upper];
    __syncthreads();
    active = upper;
  }
  return s[0];
}

__global__ void dotAtomic(size_t n, const real* A, const real* B, real* result) {
  extern __shared__ real s[];
  real mine = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(blockDim.x) * gridDim.x)
    mine += A[i] * B[i];
  const real all = blockSum<real>(s, mine);
  if (threadIdx.x == 0) atomicAdd(result, all);
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  CHK(cudaMemset(result, 0, sizeof *result));
  dotAtomic<<<dot_blocks, block_size, block_size * sizeof(real)>>>(n, A, B, result);
  CHK(cudaGetLastError());
}
