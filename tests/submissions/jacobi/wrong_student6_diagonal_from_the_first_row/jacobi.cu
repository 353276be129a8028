#include "jacobi.h"
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

static void cuda_ok(cudaError_t e, const char* what) {
  if (e != cudaSuccess) { printf("%s failed: %s\n", what, cudaGetErrorString(e)); exit(1); }
}

__global__ void jacobi_step_red(const real* A, const real* rhs, const real* xold, real* xnew, int n) {
  extern __shared__ real buf[];
  int row = blockIdx.x;
  int t = threadIdx.x;
  real mine = 0;
  for (int col = t; col < n; col += blockDim.x)
    if (col != row) mine += A[(size_t)row * n + col] * xold[col];
  buf[t] = mine;
  __syncthreads();
  int active = blockDim.x;
  while (active > 1) {
    int half = (active + 1) / 2;
    if (t + half < active) buf[t] += buf[t + half];
    __syncthreads();
    active = half;
  }
  if (t == 0) xnew[row] = (rhs[row] - buf[0]) / A[row];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n <= 0) return;
  size_t vec = n * sizeof(real);
  real *dA, *db, *cur, *nxt;
  cuda_ok(cudaMalloc(&dA, vec * n), "malloc A");
  cuda_ok(cudaMalloc(&db, vec), "malloc b");
  cuda_ok(cudaMalloc(&cur, vec), "malloc cur");
  cuda_ok(cudaMalloc(&nxt, vec), "malloc nxt");
  cuda_ok(cudaMemcpy(dA, A, vec * n, cudaMemcpyHostToDevice), "copy A");
  cuda_ok(cudaMemcpy(db, b, vec, cudaMemcpyHostToDevice), "copy b");
  cuda_ok(cudaMemset(cur, 0, vec), "zero x");
  for (int it = 0; it < iterations; it++) {
    jacobi_step_red<<<n, block_size, block_size * sizeof(real)>>>(dA, db, cur, nxt, n);
    real* tmp = cur;
    cur = nxt;
    nxt = tmp;
  }
  cuda_ok(cudaMemcpy(x, cur, vec, cudaMemcpyDeviceToHost), "copy x");
  cudaFree(dA); cudaFree(db); cudaFree(cur); cudaFree(nxt);
}
