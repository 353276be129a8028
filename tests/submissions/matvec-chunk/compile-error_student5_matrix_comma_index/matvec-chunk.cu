#include "matvec-chunk.h"

#include <cuda_runtime.h>

#include <algorithm>
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

__global__ void __launch_bounds__(1024) o_per_thd_kernel(int S, const real* in, real* out) {
  const int count = blockDim.x / M;
  const int p = threadIdx.x / M;   // which product
  const int r = threadIdx.x - p * M;  // which row
  for (long long h = (long long)blockIdx.x * count + p; h < S; h += (long long)gridDim.x * count) {
    const real* vec = in + h * N;
    real result = 0;
    for (int c = 0; c < N; ++c) {
      result += matrix[r, c] * vec[c];
    }
    out[h * M + r] = result;
  }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  if (S > 0) {
    o_per_thd_kernel<<<blocks, (threads / M) * M>>>(S, in, out);
    CHECK(cudaGetLastError());
  }
}
