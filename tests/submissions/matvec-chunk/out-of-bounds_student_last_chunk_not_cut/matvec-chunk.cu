#include "matvec-chunk.h"

#define OUTS ((M + CS - 1) / CS)

__global__ void __launch_bounds__(1024) ochunk(int S, const real* in, real* out) {
  __shared__ real chunk[1024];
  const int k = threadIdx.x % CS;
  const int g = threadIdx.x / CS;
  const int groups = blockDim.x / CS;
  real* c = &chunk[g * CS];
  for (long long h0 = (long long)blockIdx.x * groups; h0 < S; h0 += (long long)gridDim.x * groups) {
    const long long h = h0 + g;
    real sum[OUTS];
#pragma unroll
    for (int o = 0; o < OUTS; o++) sum[o] = 0;
    for (int p = 0; p < N; p += CS) {
      if (p + k < N) c[k] = in[h * N + p + k];
      __syncwarp();
#pragma unroll
      for (int o = 0; o < OUTS; o++) {
        const int i = o * CS + k;
        if (i < M) {
          for (int q = 0; q < CS; q++)
            sum[o] += (&matrix[0][0])[i * N + p + q] * c[q];
        }
      }
      __syncwarp();
    }
#pragma unroll
    for (int o = 0; o < OUTS; o++)
      if (o * CS + k < M) out[h * M + o * CS + k] = sum[o];
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  ochunk<<<blocks, threads>>>(S, in, out);
}
