#include "matvec-chunk.h"

// 8 threads = 1 group = 1 product
__global__ void __launch_bounds__(1024) chunked(int S, const real* in, real* out) {
  extern __shared__ real sh[];
  int k = threadIdx.x & (CS - 1);
  int g = threadIdx.x / CS;
  int nGroups = blockDim.x / CS;
  const int mine = M / CS;
  for (long long base = (long long)blockIdx.x * nGroups; base < S; base += (long long)nGroups * gridDim.x) {
    long long h = base + g;
    real sums[M] = {0};
    for (int c = 0; c < N; c += CS) {
      if (c + k < N) sh[threadIdx.x] = in[h * N + c + k];
      __syncwarp();
      for (int q = 0; q < CS && c + q < N; q++) {
        real x = sh[g * CS + q];
        for (int m = 0; m < mine; m++) sums[m] += matrix[min(k + m * CS, M - 1)][c + q] * x;
      }
      __syncwarp();
    }
    for (int m = 0; m < mine; m++)
      if (k + m * CS < M) out[h * M + k + m * CS] = sums[m];
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  chunked<<<blocks, threads, threads * sizeof(real)>>>(S, in, out);
}
