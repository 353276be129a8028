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

// one row of shared memory per thread, first for its vector and then for its result
constexpr int W = (M > N ? M : N) | 1;  // odd = no bank conflicts

__global__ void __launch_bounds__(1024) sh_kernel(int S, const real* in, real* out) {
    extern __shared__ __align__(16) real room[];
    const int T = blockDim.x;
    const int t = threadIdx.x;
    real* mine = room + t * W;
    for (long long base = (long long)blockIdx.x * T; base < S; base += (long long)gridDim.x * T) {
        // 1. load
        for (int e = t; e < T * N; e += T) room[e / N * W + e % N] = in[base * N + e];
        __syncthreads();
        // 2. compute, the results are in registers first because the row still has the vector
        real res[M];
        for (int i = 0; i < M; i++) {
            res[i] = 0;
            for (int j = 0; j < N; j++) res[i] += matrix[i][j] * mine[j];
        }
        // it is my own row, no barrier needed here
        for (int i = 0; i < M; i++) mine[i] = res[i];
        __syncthreads();
        // 3. store
        for (int e = t; e < T * M; e += T) out[base * M + e] = room[e / M * W + e % M];
    }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
    if (S == 0) return;
    const int limit = shared_memory / (W * (int)sizeof(real)) / 32 * 32;
    if (threads > limit) threads = limit;
    sh_kernel<<<blocks, threads, threads * W * sizeof(real)>>>(S, in, out);
    CHECK(cudaGetLastError());
}
