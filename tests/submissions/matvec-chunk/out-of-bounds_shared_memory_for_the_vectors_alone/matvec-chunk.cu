// The launch gives shared memory for the vectors; the results behind them have none.
#include "matvec-chunk.h"

__global__ void sh_kernel(int S, const real* in, real* out) {
  extern __shared__ __align__(16) real room[];
  int T = blockDim.x;
  real* vec = room;          // T vectors with N
  real* res = room + T * N;  // T results with M

  for (long long first = (long long)blockIdx.x * T; first < S; first += (long long)gridDim.x * T) {
    for (int e = threadIdx.x; e < T * N; e += T) vec[e] = in[first * N + e];
    __syncthreads();
    const real* v = vec + threadIdx.x * N;
    for (int i = 0; i < M; ++i) {
      real s = 0;
      for (int j = 0; j < N; ++j) s += matrix[i][j] * v[j];
      res[threadIdx.x * M + i] = s;
    }
    __syncthreads();
    for (int e = threadIdx.x; e < T * M; e += T) out[first * M + e] = res[e];
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const int per_thread = N * (int)sizeof(real);
  while (threads * per_thread > 48 * 1024) threads -= 32;
  sh_kernel<<<blocks, threads, threads * per_thread>>>(S, in, out);
}
