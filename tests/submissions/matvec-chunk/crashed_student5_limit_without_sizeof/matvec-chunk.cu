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

#define IN_PITCH (N | 1)
#define OUT_PITCH (M | 1)

__global__ void __launch_bounds__(1024) sh_kernel(int S, const real* in, real* out) {
    extern __shared__ __align__(16) real room[];
    real* vec = room;
    real* res = room + blockDim.x * IN_PITCH;
    const int tid = threadIdx.x;
    long long round = blockIdx.x;
    while (round * blockDim.x < S) {
        const real* src = in + round * blockDim.x * N;
        real* dst = out + round * blockDim.x * M;
        for (int e = tid; e < (int)blockDim.x * N; e += blockDim.x)
            vec[(e / N) * IN_PITCH + e % N] = src[e];
        __syncthreads();
        for (int i = 0; i < M; i++) {
            real sum = 0;
            for (int j = 0; j < N; j++) sum += matrix[i][j] * vec[tid * IN_PITCH + j];
            res[tid * OUT_PITCH + i] = sum;
        }
        __syncthreads();
        for (int e = tid; e < (int)blockDim.x * M; e += blockDim.x)
            dst[e] = res[(e / M) * OUT_PITCH + e % M];
        round += gridDim.x;
    }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
    if (S == 0) return;
    int need = IN_PITCH + OUT_PITCH;  // for one thread
    // not more threads than fit into 48 KB, whole warps
    int most = shared_memory / need / 32 * 32;
    threads = std::min(threads, most);
    sh_kernel<<<blocks, threads, threads * need * sizeof(real)>>>(S, in, out);
    CHECK(cudaGetLastError());
}
