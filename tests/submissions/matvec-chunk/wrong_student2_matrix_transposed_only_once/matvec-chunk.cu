#include "matvec-chunk.h"

// Constant memory is slow if the threads of a warp want different rows, so I keep a transposed copy
// of the matrix in global memory (which stays in the L1 cache).
__device__ real transposed[N * M];

__global__ void transpose_matrix() {
  for (int e = threadIdx.x; e < M * N; e += blockDim.x) transposed[e] = matrix[e % M][e / M];
}

__global__ void best(int S, const real* __restrict__ in, real* __restrict__ out) {
  const long long total = (long long)S * M;
  const long long stride = (long long)blockDim.x * gridDim.x;
  for (long long e = (long long)blockDim.x * blockIdx.x + threadIdx.x; e < total; e += stride) {
    const long long h = e / M;
    const int i = e - h * M;
    const real* v = in + h * N;
    real r = 0;
#pragma unroll 8
    for (int j = 0; j < N; ++j) r += transposed[j * M + i] * v[j];
    out[e] = r;
  }
}

void mxv_best(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  static bool ready = false;
  if (!ready) {  // not in every call, that would cost time
    transpose_matrix<<<1, 256>>>();
    ready = true;
  }
  const int enough = ((long long)S * M + 127) / 128;
  best<<<enough < 2112 ? enough : 2112, 128>>>(S, in, out);
}
