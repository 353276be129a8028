#include "matvec-chunk.h"

// 32 threads a block whatever is asked for, static shared memory, no use of the overflow area.
constexpr int T = 32;

__global__ void staged(int S, const real* in, real* out) {
  __shared__ real vs[T][N + 1], us[T][M + 1];
  int t = threadIdx.x;
  for (long long first = (long long)blockIdx.x * T; first < S; first += (long long)gridDim.x * T) {
    int count = S - first < T ? int(S - first) : T;
    for (int e = t; e < count * N; e += T) vs[e / N][e % N] = in[first * N + e];
    __syncthreads();
    if (t < count)
      for (int i = 0; i < M; i++) {
        us[t][i] = 0;
        for (int j = 0; j < N; j++) us[t][i] += matrix[i][j] * vs[t][j];
      }
    __syncthreads();
    for (int e = t; e < count * M; e += T) out[first * M + e] = us[e / M][e % M];
    __syncthreads();
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  staged<<<blocks, T>>>(S, in, out);
}
