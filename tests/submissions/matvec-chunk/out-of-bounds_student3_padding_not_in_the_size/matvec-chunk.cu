#include "matvec-chunk.h"

#include <algorithm>
#include <cassert>

// Shared memory: first all vectors of the block, then all its results. One element of padding
// after each, otherwise N = 8, 16, 32 ... gives bank conflicts.
#define VEC(t, j) shm[(t) * (N + 1) + (j)]
#define RES(t, i) shm[nt * (N + 1) + (t) * (M + 1) + (i)]

__global__ void staged(int S, const real* in, real* out) {
  extern __shared__ real shm[];
  const int nt = blockDim.x;
  const int t = threadIdx.x;

  for (long long base = (long long)blockIdx.x * nt; base < S; base += (long long)gridDim.x * nt) {
    // load, coalesced
    for (int e = t; e < nt * N; e += nt) VEC(e / N, e % N) = in[base * N + e];
    __syncthreads();

    // compute, one vector per thread
    for (int i = 0; i < M; i++) {
      real s = 0;
      for (int j = 0; j < N; j++) s += matrix[i][j] * VEC(t, j);
      RES(t, i) = s;
    }
    __syncthreads();

    // store, coalesced
    for (int e = t; e < nt * M; e += nt) out[base * M + e] = RES(e / M, e % M);
    __syncthreads();
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const int bytes_per_thread = (N + M) * sizeof(real);
  const int fit = 48 * 1024 / bytes_per_thread / 32 * 32;  // whole warps
  threads = std::min(threads, fit);
  staged<<<blocks, threads, threads * bytes_per_thread>>>(S, in, out);
  assert(cudaGetLastError() == cudaSuccess);
}
