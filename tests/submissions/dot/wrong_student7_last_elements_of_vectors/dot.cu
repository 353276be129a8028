// Lab "dot": r = Σ A[i]·B[i] on a GPU, in four steps. Read dot.h first: it says what each
// function gets and promises. Search for TODO to find what is left to write: TODO(dot.1) belongs to
// task 1 of the handout, and so on. After each step run
//     make grade LAB=dot TASK=dot_mutex
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

// Task 4: as fast as you can.

struct __align__(16) Quad {
  real v[4];
};

__global__ void __launch_bounds__(512) quad_kernel(int n, const real* A, const real* B, real* result) {
  const Quad* qa = (const Quad*)A;
  const Quad* qb = (const Quad*)B;
  const int quads = n / 4;
  const int gid = blockIdx.x * blockDim.x + threadIdx.x;
  real s = 0;
  for (int q = gid; q < quads; q += gridDim.x * blockDim.x) {
    const Quad a = qa[q], b = qb[q];
    s += a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2] + a.v[3] * b.v[3];
  }
  for (int o = 16; o > 0; o /= 2) s += __shfl_down_sync(0xffffffff, s, o);
  __shared__ real w[16];
  if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 16) {
    s = w[threadIdx.x];
    for (int o = 8; o > 0; o /= 2) s += __shfl_down_sync(0xffff, s, o);
    if (threadIdx.x == 0) atomicAdd(result, s);
  }
}

void dot_best(int n, const real* A, const real* B, real* result) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  if (n == 0) return;
  int blocks = (n / 4 + 511) / 512;
  if (blocks < 1) blocks = 1;
  if (blocks > 528) blocks = 528;
  quad_kernel<<<blocks, 512>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
