#include "matvec-chunk.h"

// each thread: one element of u, M threads together: one product
__global__ void __launch_bounds__(1024) mxv1(int S, const real* in, real* out) {
  const int row = threadIdx.x % M;
  const int local = threadIdx.x / M;
  const int vecs = blockDim.x / M;
  const long long start = (long long)blockIdx.x * vecs + local;
  const long long stride = (long long)gridDim.x * blockDim.x;
  for (long long v = start; v < S; v += stride) {
    const real* x = in + v * N;
    real y = 0;
#pragma unroll
    for (int c = 0; c < N; ++c) y += matrix[row][c] * x[c];
    out[v * M + row] = y;
  }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  int t = threads - threads % M;
  mxv1<<<blocks, t>>>(S, in, out);
}
