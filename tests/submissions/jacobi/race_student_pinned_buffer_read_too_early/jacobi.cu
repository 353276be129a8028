#include "jacobi.h"

#include <cstring>

__global__ void step(int n, const real* A, const real* b, const real* old, real* fresh) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  real s = 0;
  for (int j = 0; j < n; j++)
    s += (j == i) ? real(0) : A[(size_t)i * n + j] * old[j];
  fresh[i] = (b[i] - s) / A[(size_t)i * n + i];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const size_t bytes = sizeof(real) * n;
  real *d_A, *d_b, *d_old, *d_new, *h_x;
  cudaStream_t st;
  cudaStreamCreate(&st);
  cudaMallocHost(&h_x, bytes);  // pinned memory = faster copies
  cudaMalloc(&d_A, bytes * n);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_old, bytes);
  cudaMalloc(&d_new, bytes);
  cudaMemcpyAsync(d_A, A, bytes * n, cudaMemcpyHostToDevice, st);
  cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, st);
  cudaMemsetAsync(d_old, 0, bytes, st);
  for (int k = 0; k < iterations; k++) {
    step<<<(n + block_size - 1) / block_size, block_size, 0, st>>>(n, d_A, d_b, d_old, d_new);
    real* h = d_old;
    d_old = d_new;
    d_new = h;
  }
  cudaMemcpyAsync(h_x, d_old, bytes, cudaMemcpyDeviceToHost, st);
  memcpy(x, h_x, bytes);
  cudaStreamSynchronize(st);
  cudaFreeHost(h_x);
  cudaFree(d_A);
  cudaFree(d_b);
  cudaFree(d_old);
  cudaFree(d_new);
  cudaStreamDestroy(st);
}
