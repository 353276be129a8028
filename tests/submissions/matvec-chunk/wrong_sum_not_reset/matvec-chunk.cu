#include "matvec-chunk.h"

__global__ void product(int S, const real* in, real* out) {
  int per_block = blockDim.x / M;
  int i = threadIdx.x % M;
  real sum = 0;
  for (int h = blockIdx.x * per_block + threadIdx.x / M; h < S; h += gridDim.x * per_block) {
    for (int j = 0; j < N; j++) sum += matrix[i][j] * in[h * N + j];
    out[h * M + i] = sum;
  }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  product<<<blocks, threads / M * M>>>(S, in, out);
}
