#include "matvec-chunk.h"

#include <stdexcept>

// one dot product, unrolled by 4 with four independent sums (instruction level parallelism!)
__device__ __forceinline__ real dot_row(int row, const real* __restrict__ v) {
  real s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (int j = 0; j + 3 < N; j += 4) {
    s0 += matrix[row][j + 0] * v[j + 0];
    s1 += matrix[row][j + 1] * v[j + 1];
    s2 += matrix[row][j + 2] * v[j + 2];
    s3 += matrix[row][j + 3] * v[j + 3];
  }
  // the rest, if N is not divisible by 4
  for (int j = N / 4; j < N; ++j) s0 += matrix[row][j] * v[j];
  return (s0 + s1) + (s2 + s3);
}

__global__ void __launch_bounds__(1024) one_output_per_thread(int S, const real* in, real* out) {
  const int vecs = blockDim.x / M;         // vectors at a time in this block
  const int mine = threadIdx.x / M;        // which of them I work on
  const int row = threadIdx.x - mine * M;  // and which output of it
  if (mine >= vecs) return;                // leftover threads, no barriers here
  for (long long h = (long long)blockIdx.x * vecs + mine; h < S; h += (long long)gridDim.x * vecs)
    out[h * M + row] = dot_row(row, in + h * N);
}

void mxv_o_per_thd(int S, const real* in, real* out, int blocks, int threads) {
  if (S <= 0) return;
  one_output_per_thread<<<blocks, threads>>>(S, in, out);
  if (cudaGetLastError() != cudaSuccess) throw std::runtime_error("launch of one_output_per_thread");
}
