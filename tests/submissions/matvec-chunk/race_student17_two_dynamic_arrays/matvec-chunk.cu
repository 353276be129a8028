#include "matvec-chunk.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

// Odd row lengths in shared memory => no bank conflicts.
constexpr int vec_pitch = N | 1;
constexpr int res_pitch = M | 1;

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {}

__global__ void __launch_bounds__(1024) staged(int S, const real* in, real* out) {
  extern __shared__ real vecs[];     // blockDim.x rows of vec_pitch
  extern __shared__ real results[];  // blockDim.x rows of res_pitch

  const int me = threadIdx.x;
  const int team = blockDim.x;
  for (long long first = (long long)blockIdx.x * team; first < S;
       first += (long long)gridDim.x * team) {
    const int count = S - first < team ? (int)(S - first) : team;

    const real* src = in + first * N;
    for (int e = me; e < count * N; e += team) vecs[e / N * vec_pitch + e % N] = src[e];
    __syncthreads();

    if (me < count) {
      const real* v = vecs + me * vec_pitch;
      for (int i = 0; i < M; ++i) {
        real sum = 0;
        for (int j = 0; j < N; ++j) sum += matrix[i][j] * v[j];
        results[me * res_pitch + i] = sum;
      }
    }
    __syncthreads();

    real* dst = out + first * M;
    for (int e = me; e < count * M; e += team) dst[e] = results[e / M * res_pitch + e % M];
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const std::size_t each = (vec_pitch + res_pitch) * sizeof(real);
  const int fit = (int)(48 * 1024 / each) / 32 * 32;
  threads = std::min(threads, fit);
  staged<<<blocks, threads, threads * each>>>(S, in, out);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "mxv_sh: %s\n", cudaGetErrorString(error));
    std::abort();
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {}
void mxv_best(int S, const real* in, real* out, int blocks, int threads) {}
