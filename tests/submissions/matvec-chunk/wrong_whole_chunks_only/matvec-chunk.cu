#include "matvec-chunk.h"

__global__ void ochunk(int S, const real* in, real* out) {
  __shared__ real chunk[1024];
  int k = threadIdx.x % CS;
  int groups = blockDim.x / CS;
  real* mine = chunk + threadIdx.x / CS * CS;
  for (long long first = (long long)blockIdx.x * groups; first < S; first += (long long)gridDim.x * groups) {
    long long h = first + threadIdx.x / CS;
    real sum[(M + CS - 1) / CS] = {};
    for (int c = 0; c < N / CS; c++) {
      __syncwarp();
      mine[k] = in[h * N + c * CS + k];
      __syncwarp();
      for (int i = k; i < M; i += CS)
        for (int q = 0; q < CS; q++) sum[i / CS] += matrix[i][c * CS + q] * mine[q];
    }
    for (int i = k; i < M; i += CS) out[h * M + i] = sum[i / CS];
  }
}

void mxv_sh_ochunk(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  ochunk<<<blocks, threads>>>(S, in, out);
}
