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

constexpr int rounds_out = (M + CS - 1) / CS;  // outputs of a thread
constexpr int chunks_in = N / CS;             // chunks of a vector

__global__ void __launch_bounds__(1024) sh_ochunk_kernel(int S, const real* in, real* out) {
  extern __shared__ __align__(16) real room[];
  const int lane = threadIdx.x % CS;
  const int groups = blockDim.x / CS;
  const int myGroup = threadIdx.x / CS;
  real* part = room + myGroup * CS;
  // every group makes the same number of rounds, so all threads meet at __syncwarp
  for (long long b = (long long)blockIdx.x * groups; b < S; b += (long long)groups * gridDim.x) {
    const real* v = in + (b + myGroup) * N;
    real sum[rounds_out];
#pragma unroll
    for (int i = 0; i < rounds_out; ++i) sum[i] = 0;
    for (int c = 0; c < chunks_in; ++c) {
      const int e = c * CS + lane;
      if (e < N) part[lane] = v[e];
      __syncwarp();
      const int length = N - c * CS < CS ? N - c * CS : CS;
      for (int q = 0; q < length; ++q) {
        const real x = part[q];
#pragma unroll
        for (int i = 0; i < rounds_out; ++i) {
          const int row = i * CS + lane;
          if (row < M) sum[i] += x * matrix[row][c * CS + q];
        }
      }
      __syncwarp();
    }
#pragma unroll
    for (int i = 0; i < rounds_out; ++i) {
      const int row = i * CS + lane;
      if (row < M) out[(b + myGroup) * M + row] = sum[i];
    }
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S <= 0) return;
  sh_ochunk_kernel<<<blocks, threads, sizeof(real) * threads>>>(S, in, out);
  CHECK(cudaGetLastError());
}
