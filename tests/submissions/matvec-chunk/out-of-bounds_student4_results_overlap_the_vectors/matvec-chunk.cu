#include "matvec-chunk.h"

// One thread per product. Shared memory: first the vectors of the block, then its results.
__global__ void mxv_sh_kernel(int S, const real* in, real* out) {
  extern __shared__ real smem[];
  real* v = smem;
  real* u = smem + M * blockDim.x;

  for (long long first = (long long)blockIdx.x * blockDim.x; first < S; first += (long long)gridDim.x * blockDim.x) {
    for (int e = threadIdx.x; e < N * blockDim.x; e += blockDim.x) v[e] = in[first * N + e];
    __syncthreads();

    for (int i = 0; i < M; i++) {
      real s = 0;
      for (int j = 0; j < N; j++) s += matrix[i][j] * v[threadIdx.x * N + j];
      u[threadIdx.x * M + i] = s;
    }
    __syncthreads();

    for (int e = threadIdx.x; e < M * blockDim.x; e += blockDim.x) {
      if (first * M + e < (long long)S * M) out[first * M + e] = u[e];
    }
    __syncthreads();
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  // 48 KB of shared memory are enough for this many threads
  int fit = 48 * 1024 / ((M + N) * sizeof(real)) / 32 * 32;
  if (threads > fit) threads = fit;
  mxv_sh_kernel<<<blocks, threads, (M + N) * threads * sizeof(real)>>>(S, in, out);
}
