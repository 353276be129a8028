// The sum is 0 before the first vector of a thread alone.
#include "matvec-chunk.h"

#include <algorithm>

__global__ void o_per_thd_kernel(int S, const real* in, real* out) {
  const int products = (int)blockDim.x / M;
  const int product = (int)threadIdx.x / M;
  const int i = (int)threadIdx.x % M;
  real sum = 0;
  for (long long first = (long long)blockIdx.x * products; first < S;
       first += (long long)gridDim.x * products) {
    const real* v = in + (first + product) * N;
    for (int j = 0; j < N; ++j) sum += matrix[i][j] * v[j];
    out[(first + product) * M + i] = sum;
  }
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const int products = threads / M;
  o_per_thd_kernel<<<std::min(blocks, (S + products - 1) / products), products * M>>>(S, in, out);
}
