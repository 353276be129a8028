#include "matvec-chunk.h"

#include <cstdio>

__global__ void __launch_bounds__(1024) mxv_shared(int S, const real* in, real* out) {
  extern __shared__ real v[];
  const int T = blockDim.x;
  const int t = threadIdx.x;
  real* r = v + T * N;
  for (long long f = (long long)blockIdx.x * T; f < S; f += (long long)gridDim.x * T) {
    for (int e = t; e < T * N; e += T) v[e] = in[f * N + e];
    __syncthreads();
    for (int i = 0; i < M; ++i) {
      real acc = 0;
      // v[j * T + t]: neighboring threads -> neighboring banks
      for (int j = 0; j < N; ++j)
        acc += matrix[i][j] * v[j * T + t];
      r[t * M + i] = acc;
    }
    __syncthreads();
    for (int e = t; e < T * M; e += T) out[f * M + e] = r[e];
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const int need = (M + N) * sizeof(real);
  while (threads * need > 48 * 1024) threads -= 32;
  mxv_shared<<<blocks, threads, threads * need>>>(S, in, out);
}
