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

__global__ void atomic_kernel(int n, const real* A, const real* B, real* result) {
  extern __shared__ real sdata[];
  int me = threadIdx.x;
  size_t gsize = size_t(gridDim.x) * blockDim.x;

  real r = 0;
  for (size_t g = size_t(blockIdx.x) * blockDim.x + me; g < size_t(n); g += gsize) {
    r += A[g] * B[g];
  }
  sdata[me] = r;

  int count = blockDim.x;
  do {
    int keep = count - count / 2;
    if (me < count / 2) {
      sdata[me] += sdata[me + keep];
    }
    __syncthreads();  // all additions of this round are done
    count = keep;
  } while (count > 1);

  if (me == 0) {
    atomicAdd(result, sdata[0]);
  }
}

void dot_atomic(int n, const real* A, const real* B, real* result, int block_size) {
  size_t shared = block_size * sizeof(real);
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  atomic_kernel<<<dot_blocks, block_size, shared>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
