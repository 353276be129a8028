#include "matvec-chunk.h"

#include <algorithm>

// one row of the buffer holds first the vector and then its result. +1: no bank conflicts
constexpr int PITCH = (M > N ? M : N) + 1;

__global__ void __launch_bounds__(1024) staged(int S, const real* in, real* out) {
  extern __shared__ real buf[];
  const int t = threadIdx.x, T = blockDim.x;
  for (long long first = (long long)blockIdx.x * T; first < S; first += (long long)gridDim.x * T) {
    for (int e = t; e < T * N; e += T)
      buf[e / N * PITCH + e % N] = in[first * N + e];
    __syncthreads();
    real res[M];
    for (int i = 0; i < M; ++i) {
      res[i] = 0;
      for (int j = 0; j < N; ++j) res[i] += matrix[i][j] * buf[t * PITCH + j];
    }
    // only I read my own row, so I may overwrite it
    for (int i = 0; i < M; ++i) buf[t * PITCH + i] = res[i];
    __syncthreads();
    for (int e = t; e < T * M; e += T)
      out[first * M + e] = buf[e / M * PITCH + e % M];
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  int fit = 48 * 1024 / (int)(PITCH * sizeof(real)) / 32 * 32;
  threads = std::min(threads, fit);
  staged<<<blocks, threads, threads * PITCH * sizeof(real)>>>(S, in, out);
}
