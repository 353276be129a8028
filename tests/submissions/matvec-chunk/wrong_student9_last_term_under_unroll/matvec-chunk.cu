#include "matvec-chunk.h"

#include <algorithm>

__global__ void o_per_thd_kernel(int S, const real* in, real* out) {
  const int products = blockDim.x / M, product = threadIdx.x / M, i = threadIdx.x % M;
  for (long long first = blockIdx.x * products; first < S; first += gridDim.x * products) {
    const real* v = in + (first + product) * N;
    real sum = 0;
#pragma unroll 4
    for (int j = 0; j < N - 1; ++j) sum += matrix[i][j] * v[j];
    out[(first + product) * M + i] = sum;
  }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const int products = threads / M;
  o_per_thd_kernel<<<std::min(blocks, (S + products - 1) / products), products * M>>>(S, in, out);
}
