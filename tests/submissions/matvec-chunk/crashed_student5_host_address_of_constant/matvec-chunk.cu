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

// Constant memory is slow when the threads read different words, so I read the matrix like normal
// global memory. One thread per output, so the writes are coalesced.
__global__ void best_kernel(int S, const real* A, const real* in, real* out) {
  const long long total = (long long)S * M;
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long o = (long long)blockIdx.x * blockDim.x + threadIdx.x; o < total; o += step) {
    const long long h = o / M;
    const int i = o % M;
    const real* v = in + h * N;
    const real* a = A + i * N;
    real s = 0;
#pragma unroll
    for (int j = 0; j < N; ++j) s += a[j] * v[j];
    out[o] = s;
  }
}

void mxv_best(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  // pointer to the first element of the matrix
  const real* A = &matrix[0][0];
  best_kernel<<<1024, 256>>>(S, A, in, out);
  CHECK(cudaGetLastError());
}
