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
    const int k = threadIdx.x % CS;
    const int g = threadIdx.x / CS;
    const int G = blockDim.x / CS;
    real* chunk = room + g * CS;
    for (long long first = (long long)blockIdx.x * G; first < S; first += (long long)gridDim.x * G) {
        const long long h = first + g;
        real sum[(M + CS - 1) / CS] = {};
        for (int p = 0; p < N; p += CS) {
            // 1
            chunk[k] = p + k < N ? in[h * N + p + k] : 0;
            __syncwarp();
            // 2
            #pragma unroll
            for (int q = 0; q < CS; q++) {
                #pragma unroll
                for (int i = 0; i < (M + CS - 1) / CS; i++) {
                    if (i * CS + k < M && p + q < N) sum[i] += matrix[i * CS + k][p + q] * chunk[q];
                }
            }
        }
        #pragma unroll
        for (int i = 0; i < (M + CS - 1) / CS; i++)
            if (i * CS + k < M) out[h * M + i * CS + k] = sum[i];
    }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
    if (S == 0) return;
    sh_ochunk_kernel<<<blocks, threads, threads * sizeof(real)>>>(S, in, out);
    CHECK(cudaGetLastError());
}
