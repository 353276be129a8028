#include "matvec-chunk.h"

#include <cstdio>

// threads of a block work through chunks of blockDim.x vectors
__global__ void __launch_bounds__(1024) chunks_kernel(int S, const real* in, real* out) {
  extern __shared__ real shared[];
  const int T = blockDim.x;
  const int t = threadIdx.x;
  const int pi = N + 1 - N % 2;  // odd, against bank conflicts
  const int po = M + 1 - M % 2;
  real* const s_in = shared;
  real* const s_out = shared + T * pi;

  const int n_chunks = (S - 1) / T + 1;
  for (int c = blockIdx.x; c < n_chunks; c += gridDim.x) {
    // how many vectors are in this chunk? all full, only the last one is not
    const int count = (c == n_chunks - 1) ? S % T : T;
    const real* src = in + (long long)c * T * N;
    real* dst = out + (long long)c * T * M;

    for (int e = t; e < count * N; e += T) s_in[e / N * pi + e % N] = src[e];
    __syncthreads();

    if (t < count) {
      for (int i = 0; i < M; ++i) {
        real y = 0;
        for (int j = 0; j < N; ++j) y += matrix[i][j] * s_in[t * pi + j];
        s_out[t * po + i] = y;
      }
    }
    __syncthreads();

    for (int e = t; e < count * M; e += T) dst[e] = s_out[e / M * po + e % M];
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const size_t per_thread = sizeof(real) * ((N + 1 - N % 2) + (M + 1 - M % 2));
  while (threads * per_thread > 48 * 1024) threads -= 32;
  chunks_kernel<<<blocks, threads, threads * per_thread>>>(S, in, out);
  const cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) std::printf("mxv_sh: %s\n", cudaGetErrorString(status));
}
