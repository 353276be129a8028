#include "jacobi.h"

#include <stdio.h>
#include <stdlib.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    exit(code);
  }
}

__global__ void jacobiShared(int n, const real *A, const real *b, const real *xold, real *xnew) {
  extern __shared__ real xs[];
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  real sum = 0.0;

  for (int start = 0; start < n; start += blockDim.x) {
    int len = min((int)blockDim.x, n - start);
    if (threadIdx.x < len)
      xs[threadIdx.x] = xold[start + threadIdx.x];
    __syncthreads();

    if (i < n) {
      for (int j = 0; j < len; j++)
        sum += A[(size_t)i * n + start + j] * xs[j];
      // no if (i != j) in the loop: take out the diagonal afterwards
      sum -= A[(size_t)i * n + i] * xold[i];
    }
    __syncthreads();
  }

  if (i < n)
    xnew[i] = (b[i] - sum) / A[(size_t)i * n + i];
}

void jacobi_shared(int n, int iterations, const real *A, const real *b, real *x, int block_size) {
  if (n == 0) return;
  real *A_d, *b_d, *x_d, *xnew_d;
  gpuErrchk(cudaMalloc((void **)&A_d, sizeof(real) * n * n));
  gpuErrchk(cudaMalloc((void **)&b_d, sizeof(real) * n));
  gpuErrchk(cudaMalloc((void **)&x_d, sizeof(real) * n));
  gpuErrchk(cudaMalloc((void **)&xnew_d, sizeof(real) * n));
  gpuErrchk(cudaMemcpy(A_d, A, sizeof(real) * n * n, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(b_d, b, sizeof(real) * n, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemset(x_d, 0, sizeof(real) * n));

  for (int k = 0; k < iterations; k++) {
    jacobiShared<<<(n + block_size - 1) / block_size, block_size, sizeof(real) * block_size>>>(n, A_d, b_d, x_d, xnew_d);
    gpuErrchk(cudaPeekAtLastError());
    real *h = x_d; x_d = xnew_d; xnew_d = h;
  }

  gpuErrchk(cudaMemcpy(x, x_d, sizeof(real) * n, cudaMemcpyDeviceToHost));
  gpuErrchk(cudaFree(A_d));
  gpuErrchk(cudaFree(b_d));
  gpuErrchk(cudaFree(x_d));
  gpuErrchk(cudaFree(xnew_d));
}
