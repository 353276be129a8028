// One thread a product, with the outputs in a local array: each element of the vector is read once
// and used for all M sums, which are written at the end, one after the other. Global memory is read
// as little as with a buffer for the input, and still only an eighth of each request is used at a
// time.
#include "common.h"  // CHECK, parts

__global__ void o_lbuf_kernel(int S, const real* in, real* out) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long h = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; h < S;
       h += stride) {
    real sum[M] = {};
    for (int j = 0; j < N; ++j) {
      const real element = in[h * N + j];
#pragma unroll
      for (int i = 0; i < M; ++i) sum[i] += matrix[i][j] * element;
    }
#pragma unroll
    for (int i = 0; i < M; ++i) out[h * M + i] = sum[i];
  }
}

void o_lbuf(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  // As many threads as the kernel's registers allow.
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, o_lbuf_kernel));
  threads = std::min(threads, attributes.maxThreadsPerBlock / 32 * 32);
  o_lbuf_kernel<<<std::min(blocks, parts(S, threads)), threads>>>(S, in, out);
  CHECK(cudaGetLastError());
}
