#include "matvec-chunk.h"

__host__ __device__ constexpr int up(int a, int b) { return (a + b - 1) / b; }

// no shared memory at all: the group's elements are handed on by shuffles
__global__ void __launch_bounds__(1024) group_shfl(int S, const real* __restrict__ in, real* __restrict__ out) {
  const int lane = threadIdx.x % CS;
  const int groups = blockDim.x / CS;
  for (long long b = (long long)blockIdx.x * groups; b < S; b += (long long)gridDim.x * groups) {
    const long long h = b + threadIdx.x / CS;
    real acc[up(M, CS)] = {};
    for (int c = 0; c < N; c += CS) {
      const real x = c + lane < N ? in[h * N + c + lane] : real(0);
#pragma unroll
      for (int q = 0; q < CS; ++q) {
        const real e = __shfl_sync(0xffffffffu, x, q);
        if (c + q < N) {
#pragma unroll
          for (int r = 0; r < up(M, CS); ++r)
            if (r * CS + lane < M) acc[r] += matrix[r * CS + lane][c + q] * e;
        }
      }
    }
#pragma unroll
    for (int r = 0; r < up(M, CS); ++r)
      if (r * CS + lane < M) out[h * M + r * CS + lane] = acc[r];
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S < 1) return;
  group_shfl<<<blocks, threads>>>(S, in, out);
}
