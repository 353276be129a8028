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

/// Shared memory that a block of any device can have without asking for more, in bytes.
constexpr int shared_memory = 48 * 1024;

__global__ void __launch_bounds__(1024) sh_kernel(int S, const real* in, real* out) {
  extern __shared__ __align__(16) real room[];
  const int t = threadIdx.x, nt = blockDim.x;
  // + 1 against bank conflicts
  const int pin = N + 1;
  const int pout = M + 1;
  real* v = room;
  real* u = room + nt * pin;
  for (long long first = (long long)blockIdx.x * nt; first < S; first += (long long)gridDim.x * nt) {
    for (int e = t; e < nt * N; e += nt) {
      int vec = e / N;
      int elem = e - vec * N;
      v[vec * pin + elem] = in[first * N + e];
    }
    __syncthreads();
    for (int i = 0; i < M; ++i) {
      real acc = 0;
      for (int j = 0; j < N; ++j) acc += matrix[i][j] * v[t * pin + j];
      u[t * pout + i] = acc;
    }
    __syncthreads();
    for (int e = t; e < nt * M; e += nt) {
      int vec = e / M;
      int elem = e - vec * M;
      out[first * M + e] = u[vec * pout + elem];
    }
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  // a vector and a result for every thread
  const int per_thread = (N + M) * sizeof(real);
  const int fit = shared_memory / per_thread / 32 * 32;
  const int used = std::min(threads, fit);
  sh_kernel<<<blocks, used, used * per_thread>>>(S, in, out);
  CHECK(cudaGetLastError());
}
