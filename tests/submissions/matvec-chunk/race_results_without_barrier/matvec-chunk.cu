#include "matvec-chunk.h"

__global__ void product(int S, const real* in, real* out) {
  extern __shared__ real room[];
  real* results = room + blockDim.x * N;
  for (long long first = (long long)blockIdx.x * blockDim.x; first < S; first += (long long)gridDim.x * blockDim.x) {
    for (int e = threadIdx.x; e < blockDim.x * N; e += blockDim.x) room[e] = in[first * N + e];
    __syncthreads();
    real* v = room + threadIdx.x * N;
    for (int i = 0; i < M; i++) {
      real sum = 0;
      for (int j = 0; j < N; j++) sum += matrix[i][j] * v[j];
      results[threadIdx.x * M + i] = sum;
    }
    for (int e = threadIdx.x; e < blockDim.x * M; e += blockDim.x) out[first * M + e] = results[e];
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  product<<<blocks, threads, threads * (M + N) * sizeof(real)>>>(S, in, out);
}
