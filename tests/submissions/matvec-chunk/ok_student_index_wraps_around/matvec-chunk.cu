#include "matvec-chunk.h"

// thread <-> one output: M neighboring threads share a vector
__global__ void mxvKernel(int S, const real* in, real* out) {
  const long long stride = (long long)gridDim.x * blockDim.x;
  const long long outputs = (long long)S * M;
  // all threads do the same number of rounds, so no thread has to check for the end:
  // what is left over wraps around
  const long long rounds = (outputs + stride - 1) / stride;
  for (long long r = 0; r < rounds; r++) {
    const long long o = (r * stride + (long long)blockIdx.x * blockDim.x + threadIdx.x) % outputs;
    const long long h = o / M;
    const int i = o % M;
    real sum = 0;
    for (int j = 0; j < N; j++)
      sum += matrix[i][j] * in[h * N + j];
    out[o] = sum;
  }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  mxvKernel<<<blocks, threads>>>(S, in, out);
}
