// One thread a product, with global memory only: every thread walks along its own vector, once for
// each of its M outputs. At each step the 32 threads of a warp are in 32 different vectors, so that
// each of them asks for 4 bytes of a sector of 32; what is left of the sector may be gone from the
// cache before its turn comes.
#include "common.h"  // CHECK, parts

__global__ void g_only_kernel(int S, const real* in, real* out) {
  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long h = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; h < S;
       h += stride) {
    for (int i = 0; i < M; ++i) {
      real sum = 0;
      for (int j = 0; j < N; ++j) sum += matrix[i][j] * in[h * N + j];
      out[h * M + i] = sum;
    }
  }
}

void g_only(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  // As many threads as the kernel's registers allow.
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, g_only_kernel));
  threads = std::min(threads, attributes.maxThreadsPerBlock / 32 * 32);
  g_only_kernel<<<std::min(blocks, parts(S, threads)), threads>>>(S, in, out);
  CHECK(cudaGetLastError());
}
