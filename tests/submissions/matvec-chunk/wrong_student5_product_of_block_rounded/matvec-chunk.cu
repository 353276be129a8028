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
    const int perBlock = blockDim.x / M;  // products per block
    if (threadIdx.x >= perBlock * M) return;  // the rest has no work
    const int row = threadIdx.x % M;
    // first product of this block + number of my product in the block
    long long h = blockIdx.x * blockDim.x / M + threadIdx.x / M;
    while (h < S) {
        real dot = 0;
        for (int c = 0; c < N; c++) dot += matrix[row][c] * in[h * N + c];
        out[h * M + row] = dot;
        h += (long long)gridDim.x * perBlock;
    }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
    if (S == 0) return;
    o_per_thd_kernel<<<blocks, threads>>>(S, in, out);
    CHECK(cudaGetLastError());
}
