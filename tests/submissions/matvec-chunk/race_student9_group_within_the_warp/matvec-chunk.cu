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

/// How many parts of size `part` cover `whole`; the last one may stick out.
__host__ __device__ constexpr int parts(int whole, int part) {
  return whole / part + (whole % part != 0 ? 1 : 0);
}

/// Shared memory that a block of any device can have without asking for more, in bytes.
constexpr int shared_memory = 48 * 1024;

// Task 3: CS threads a product, which hand chunks of the vector to one another.

constexpr int OUTS = parts(M, CS);   // outputs per thread
constexpr int CHUNKS = parts(N, CS);

__global__ void __launch_bounds__(1024) sh_ochunk_kernel(int S, const real* in, real* out) {
  __shared__ real box[1024 / CS][CS];
  int grp = threadIdx.x / CS;
  int lane = threadIdx.x % CS;
  int perRound = gridDim.x * (blockDim.x / CS);
  int rounds = parts(S, perRound);

  long long h = (long long)blockIdx.x * (blockDim.x / CS) + grp;
  for (int r = 0; r < rounds; r++, h += perRound) {
    real acc[OUTS];
#pragma unroll
    for (int o = 0; o < OUTS; o++) acc[o] = 0;

    for (int ch = 0; ch < CHUNKS; ch++) {
      int j0 = ch * CS;
      box[threadIdx.x % 32 / CS][lane] = (j0 + lane < N) ? in[h * N + j0 + lane] : 0;
      __syncwarp();
#pragma unroll
      for (int o = 0; o < OUTS; o++) {
        int row = lane + o * CS;
        if (row < M) {
          for (int e = 0; e < CS && j0 + e < N; e++) acc[o] += matrix[row][j0 + e] * box[threadIdx.x % 32 / CS][e];
        }
      }
      __syncwarp();
    }

#pragma unroll
    for (int o = 0; o < OUTS; o++) {
      int row = lane + o * CS;
      out[h * M + row] = acc[o];
    }
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  sh_ochunk_kernel<<<blocks, threads>>>(S, in, out);
  CHECK(cudaGetLastError());
}
