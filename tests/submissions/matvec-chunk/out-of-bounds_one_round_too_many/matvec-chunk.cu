#include "matvec-chunk.h"

__global__ void product(int S, const real* in, real* out) {
  extern __shared__ real room[];
  int stride = gridDim.x * blockDim.x;
  int rounds = S / stride + 2;
  for (int round = 0; round < rounds; round++) {
    long long first = (long long)round * stride + blockIdx.x * blockDim.x;
    for (int e = threadIdx.x; e < blockDim.x * N; e += blockDim.x) room[e] = in[first * N + e];
    __syncthreads();
    real* v = room + threadIdx.x * N;
    for (int i = 0; i < M; i++) {
      real sum = 0;
      for (int j = 0; j < N; j++) sum += matrix[i][j] * v[j];
      out[(first + threadIdx.x) * M + i] = sum;
    }
    __syncthreads();
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  product<<<blocks, threads, threads * N * sizeof(real)>>>(S, in, out);
}
