#include "matvec-chunk.h"

#include <cuda/barrier>

#include <algorithm>

// Rows of an odd length: no bank conflicts.
constexpr int in_row = N | 1, out_row = M | 1;

__device__ void copy_rows(real* to, int to_row, const real* from, int from_row, int rows, int len) {
  for (int i = threadIdx.x; i < rows * len; i += blockDim.x)
    to[i / len * to_row + i % len] = from[i / len * from_row + i % len];
}

#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void __launch_bounds__(1024) staged(int S, const real* in, real* out) {
  extern __shared__ real vectors[];
  __shared__ cuda::barrier<cuda::thread_scope_block> together;
  if (threadIdx.x == 0) init(&together, blockDim.x);
  __syncthreads();
  real* const results = vectors + in_row * blockDim.x;
  for (long long first = 1LL * blockIdx.x * blockDim.x; first < S;
       first += 1LL * gridDim.x * blockDim.x) {
    const int count = static_cast<int>(min(1LL * blockDim.x, S - first));
    copy_rows(vectors, in_row, in + first * N, N, count, N);
    together.arrive_and_wait();
    if (threadIdx.x < count)
      for (int i = 0; i < M; ++i) {
        real sum = 0;
        for (int j = 0; j < N; ++j) sum += matrix[i][j] * vectors[threadIdx.x * in_row + j];
        results[threadIdx.x * out_row + i] = sum;
      }
    together.arrive_and_wait();
    copy_rows(out + first * M, M, results, out_row, count, M);
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  const int bytes = (in_row + out_row) * sizeof(real);
  threads = std::min<int>(threads, 48 * 1024 / bytes / 32 * 32 - 32);
  staged<<<blocks, threads, threads * bytes>>>(S, in, out);
}
