#include "matvec-chunk.h"

__global__ void ochunk(int S, const real* in, real* out) {
  __shared__ real chunk[1024];
  int k = threadIdx.x % CS;
  int groups = blockDim.x / CS;
  real* mine = chunk + threadIdx.x / CS * CS;
  for (long long first = (long long)blockIdx.x * groups; first < S; first += (long long)gridDim.x * groups) {
    long long h = first + threadIdx.x / CS;
    real sum[M / CS] = {};
    for (int p = 0; p < N; p += CS) {
      __syncwarp();
      mine[k] = in[h * N + p + k];
      __syncwarp();
      // the thread's rows are k * M / CS, k * M / CS + 1, ...
      for (int i = 0; i < M / CS; i++)
        for (int q = 0; q < CS; q++) sum[i] += matrix[k * (M / CS) + i][p + q] * mine[q];
    }
    for (int i = 0; i < M / CS; i++) out[h * M + i * CS + k] = sum[i];
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  ochunk<<<blocks, threads>>>(S, in, out);
}
