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

constexpr int W = 16 / sizeof(real);  // numbers in 16 bytes

struct alignas(16) Pack {
  real x[W];
};

__global__ void __launch_bounds__(256) best_kernel(int n, const real* A, const real* B,
                                                   real* result) {
  const Pack* pa = reinterpret_cast<const Pack*>(A);
  const Pack* pb = reinterpret_cast<const Pack*>(B);
  const int packs = n / W;
  const long long jump = (long long)gridDim.x * blockDim.x;
  real s = 0;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < packs; i += jump) {
    Pack u = pa[i];
    Pack v = pb[i];
#pragma unroll
    for (int j = 0; j < W; ++j) s += u.x[j] * v.x[j];
  }
  // the last elements that do not fill a pack: one thread is enough
  if (threadIdx.x == 0) {
    for (int r = packs * W; r < n; ++r) s += A[r] * B[r];
  }

  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
  __shared__ real sums[8];
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    real block = 0;
    for (int w = 0; w < 8; ++w) block += sums[w];
    atomicAdd(result, block);
  }
}

void dot_best(int n, const real* A, const real* B, real* result) {
  CHECK(cudaMemsetAsync(result, 0, sizeof(real)));
  best_kernel<<<512, 256>>>(n, A, B, result);
  CHECK(cudaGetLastError());
}
