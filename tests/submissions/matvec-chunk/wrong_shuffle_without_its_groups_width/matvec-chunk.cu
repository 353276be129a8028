// The matrix lies transposed in shared memory; lanes hand elements of their group's vector around.
#include "matvec-chunk.h"

__global__ void __launch_bounds__(1024) by_lanes(int S, const real* in, real* out) {
  __shared__ real columns[N][M];
  for (int at = threadIdx.x; at < N * M; at += blockDim.x) columns[at % N][at / N] = matrix[at / N][at % N];
  __syncthreads();
  const int lane = threadIdx.x % CS, vectors = blockDim.x / CS;
  // All lanes of a warp stay in the loop, for the shuffles.
  for (long long start = (long long)blockIdx.x * vectors; start < S; start += (long long)gridDim.x * vectors) {
    const long long h = start + threadIdx.x / CS;
    for (int row = lane; row - lane < M; row += CS) {
      real total = 0;
      for (int part = 0; part < N; part += CS) {
        const int column = part + lane;
        const real held = column < N ? in[h * N + column] : 0;
        for (int from = 0; from < CS; ++from) {
          const real v = __shfl_sync(0xffffffff, held, from);
          if (part + from < N && row < M) total += columns[part + from][row] * v;
        }
      }
      if (row < M) out[h * M + row] = total;
    }
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S > 0) by_lanes<<<blocks, threads>>>(S, in, out);
}
