#include "jacobi.h"

#include <cstring>
#include <iostream>

#define CUDA(expr)                                                                  \
  if (cudaError_t e_ = (expr)) {                                                    \
    std::cerr << #expr << " -> " << cudaGetErrorString(e_) << std::endl;            \
    std::terminate();                                                               \
  }

// one thread = one row
__global__ void jacobi_step(int n, const real* A, const real* b, const real* x_alt, real* x_neu) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const real* zeile = A + i * n;
    real summe = 0;
    for (int j = 0; j < n; j++)
      if (j != i) summe += zeile[j] * x_alt[j];
    x_neu[i] = (b[i] - summe) / zeile[i];
  }
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const size_t vec = n * sizeof(real);
  real *mA, *mb, *alt, *neu;
  CUDA(cudaMallocManaged(&mA, vec * n));
  CUDA(cudaMallocManaged(&mb, vec));
  CUDA(cudaMallocManaged(&alt, vec));
  CUDA(cudaMalloc(&neu, vec));
  memcpy(mA, A, vec * n);
  memcpy(mb, b, vec);
  for (int i = 0; i < n; i++) alt[i] = neu[i] = 0;

  const int bloecke = (n + block_size - 1) / block_size;
  for (int it = 0; it < iterations; it++) {
    jacobi_step<<<bloecke, block_size>>>(n, mA, mb, alt, neu);
    CUDA(cudaGetLastError());
    real* tmp = alt;
    alt = neu;
    neu = tmp;
  }
  CUDA(cudaDeviceSynchronize());
  memcpy(x, alt, vec);
  CUDA(cudaFree(mA));
  CUDA(cudaFree(mb));
  CUDA(cudaFree(alt));
  CUDA(cudaFree(neu));
}
