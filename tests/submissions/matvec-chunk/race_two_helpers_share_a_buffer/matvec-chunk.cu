// One buffer for a block's vectors, then for its results. The barrier that is missing is the caller's.
#include "matvec-chunk.h"

constexpr int row = (M > N ? M : N) + 1;
constexpr int most = 64;

__device__ void fetch(real (*buffer)[row], const real* from) {
  for (int i = threadIdx.x; i < blockDim.x * N; i += blockDim.x)
    buffer[i / N][i % N] = from[i];
}

__device__ void deliver(real (*buffer)[row], real* to) {
  for (int i = threadIdx.x; i < blockDim.x * M; i += blockDim.x)
    to[i] = buffer[i / M][i % M];
}

__device__ void multiply(real* mine) {
  real results[M] = {};
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i) results[i] += matrix[i][j] * mine[j];
  for (int i = 0; i < M; ++i) mine[i] = results[i];
}

__global__ void in_turns(int S, const real* in, real* out) {
  __shared__ real buffer[most][row];
  for (long long h = (long long)blockIdx.x * blockDim.x; h < S; h += (long long)gridDim.x * blockDim.x) {
    fetch(buffer, in + h * N);
    __syncthreads();
    multiply(buffer[threadIdx.x]);
    __syncthreads();
    deliver(buffer, out + h * M);
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S > 0) in_turns<<<blocks, threads < most ? threads : most>>>(S, in, out);
}
