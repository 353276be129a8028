// mxv_best: vector in registers, matrix in constant memory, pointers instead of indices
#include "matvec-chunk.h"

#include <stdio.h>
#include <stdlib.h>

__global__ void mxv_registers(int S, const real *in, real *out) {
  const long long id = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const long long total = (long long)gridDim.x * blockDim.x;

  // my first vector and my first result
  const real *src = in + id * N;
  real *dst = out + id * M;

  for (long long h = id; h < S; h += total) {
    real v[N];
#pragma unroll
    for (int j = 0; j < N; ++j) v[j] = src[j];

#pragma unroll 4
    for (int i = 0; i < M; ++i) {
      real dot = 0;
#pragma unroll
      for (int j = 0; j < N; ++j) dot += matrix[i][j] * v[j];
      dst[i] = dot;
    }

    src += total * N;
    dst += total * N;
  }
}

void mxv_best(int S, const real *in, real *out, int blocks, int threads) {
  if (S < 1) return;
  if (threads > 256) threads = 256;  // registers!
  mxv_registers<<<blocks, threads>>>(S, in, out);
  cudaError_t rc = cudaPeekAtLastError();
  if (rc != cudaSuccess) {
    fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(rc));
    abort();
  }
}
