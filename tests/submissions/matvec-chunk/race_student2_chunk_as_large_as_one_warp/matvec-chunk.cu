#include "matvec-chunk.h"

constexpr int warp_size = 32;
constexpr int outputs = (M + CS - 1) / CS;

// A warp has 32 / CS = 4 groups, each with its own product. No __syncthreads() anywhere: the groups
// only need what lanes of the same warp have loaded.
__global__ void __launch_bounds__(1024) ochunk(int S, const real* in, real* out) {
  __shared__ real chunk[warp_size];

  const int lane = threadIdx.x % warp_size;
  const int member = lane % CS;
  const real* const my_chunk = chunk + (lane - member);

  const int groups = blockDim.x / CS;
  for (long long first = (long long)blockIdx.x * groups; first < S; first += (long long)gridDim.x * groups) {
    const long long h = first + threadIdx.x / CS;
    real sum[outputs] = {};

    for (int p = 0; p < N; p += CS) {
      const int len = N - p < CS ? N - p : CS;
      chunk[lane] = member < len ? in[h * N + p + member] : real(0);
      __syncwarp();
      for (int q = 0; q < len; ++q) {
        const real v = my_chunk[q];
#pragma unroll
        for (int o = 0; o < outputs; ++o) {
          const int i = o * CS + member;
          if (i < M) sum[o] += matrix[i][p + q] * v;
        }
      }
      __syncwarp();
    }

#pragma unroll
    for (int o = 0; o < outputs; ++o) {
      const int i = o * CS + member;
      if (i < M) out[h * M + i] = sum[o];
    }
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S > 0) ochunk<<<blocks, threads>>>(S, in, out);
}
