#include "jacobi.h"

#include <utility>

__global__ void jacobiShared(const int n, const real* A, const real* b, const real* x, real* xNew) {
  extern __shared__ real xchunk[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const real* Arow = A + (size_t)i * n;
  real acc = 0;
  for (int start = 0; start < n; start += blockDim.x) {
    if (start + threadIdx.x < n) xchunk[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    const int stop = min(n, start + (int)blockDim.x);
    if (i < n)
      for (int j = start; j < stop; j++)
        acc += Arow[j] * xchunk[j];
    __syncthreads();
  }
  if (i < n) xNew[i] = (b[i] - acc) / Arow[i] + x[i];
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real* d[4];
  for (int q = 0; q < 4; q++) cudaMalloc(&d[q], sizeof(real) * (q == 0 ? (size_t)n * n : (size_t)n));
  cudaMemcpy(d[0], A, sizeof(real) * n * n, cudaMemcpyHostToDevice);
  cudaMemcpy(d[1], b, sizeof(real) * n, cudaMemcpyHostToDevice);
  cudaMemset(d[2], 0, sizeof(real) * n);
  dim3 threads(block_size), blocks((n + block_size - 1) / block_size);
  for (int it = 0; it < iterations; it++) {
    jacobiShared<<<blocks, threads, block_size * sizeof(real)>>>(n, d[0], d[1], d[2], d[3]);
    std::swap(d[2], d[3]);
  }
  cudaMemcpy(x, d[2], sizeof(real) * n, cudaMemcpyDeviceToHost);
  for (real* p : d) cudaFree(p);
}
