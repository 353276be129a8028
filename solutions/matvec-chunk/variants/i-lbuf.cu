// One thread a product, with the vector in a local array: it is read from global memory once and
// not M times. The array lives in registers as long as they last and all indices are constants
// after unrolling; else in local memory, which is global memory too.
#include "common.h"  // CHECK, parts

__global__ void i_lbuf_kernel(int S, const real* in, real* out) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long h = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; h < S;
       h += stride) {
    real v[N];
#pragma unroll
    for (int j = 0; j < N; ++j) v[j] = in[h * N + j];
    for (int i = 0; i < M; ++i) {
      real sum = 0;
#pragma unroll
      for (int j = 0; j < N; ++j) sum += matrix[i][j] * v[j];
      out[h * M + i] = sum;
    }
  }
}

void i_lbuf(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  // As many threads as the kernel's registers allow.
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, i_lbuf_kernel));
  threads = std::min(threads, attributes.maxThreadsPerBlock / 32 * 32);
  i_lbuf_kernel<<<std::min(blocks, parts(S, threads)), threads>>>(S, in, out);
  CHECK(cudaGetLastError());
}
