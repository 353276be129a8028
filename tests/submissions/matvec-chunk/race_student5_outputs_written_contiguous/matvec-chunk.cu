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

__global__ void __launch_bounds__(1024) sh_ochunk_kernel(int S, const real* in, real* out) {
    extern __shared__ __align__(16) real room[];
    constexpr int PER = (M + CS - 1) / CS;  // outputs per thread
    int k = threadIdx.x & 7;
    int group = threadIdx.x >> 3;
    int groups = blockDim.x >> 3;
    long long rounds = (S + (long long)groups * gridDim.x - 1) / ((long long)groups * gridDim.x);
    for (long long r = 0; r < rounds; r++) {
        long long h = (r * gridDim.x + blockIdx.x) * groups + group;
        bool active = h < S;
        real acc[PER] = {};
        for (int p = 0; p < N; p += CS) {
            room[threadIdx.x] = (active && p + k < N) ? in[h * N + p + k] : 0;
            __syncwarp();
            #pragma unroll
            for (int i = 0; i < PER; i++) {
                int row = k + i * CS;
                if (row < M)
                    for (int q = 0; q < CS && p + q < N; q++)
                        acc[i] += matrix[row][p + q] * room[group * CS + q];
            }
            __syncwarp();
        }
        if (active) {
            #pragma unroll
            for (int i = 0; i < PER; i++)
                if (k + i * CS < M) out[h * M + k * PER + i] = acc[i];
        }
    }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
    if (S == 0) return;
    sh_ochunk_kernel<<<blocks, threads, threads * sizeof(real)>>>(S, in, out);
    CHECK(cudaGetLastError());
}
