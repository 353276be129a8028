#include "matmul.h"
#include <iostream>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line)
{
   if (code != cudaSuccess)
      std::cerr << "GPUassert: " << cudaGetErrorString(code) << " " << file << " " << line << std::endl;
}

__global__ void mult(const real* A, const real* B, real* C, int m, int n, int k)
{
  int c = threadIdx.x + blockIdx.x * blockDim.x;
  int r = threadIdx.y + blockIdx.y * blockDim.y;
  if (c < n && r < m) {
    real s = 0.0;
    for (int x = 0; x < k; ++x) s += A[(size_t)r * k + x] * B[(size_t)x * n + c];
    C[(size_t)r * n + c] = s;
  }
}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C)
{
  if (m == 0 || n == 0) return;
  real *d_A, *d_B, *d_C;
  gpuErrchk(cudaMalloc(&d_A, (size_t)m * k * sizeof(real)));
  gpuErrchk(cudaMalloc(&d_B, (size_t)k * n * sizeof(real)));
  gpuErrchk(cudaMalloc(&d_C, (size_t)m * n * sizeof(real)));
  gpuErrchk(cudaMemcpy(d_A, A, (size_t)m * k * sizeof(real), cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(d_B, B, (size_t)k * n, cudaMemcpyHostToDevice));

  dim3 blk(32, 8), grd((n + 31) / 32, (m + 7) / 8);
  mult<<<grd, blk>>>(d_A, d_B, d_C, m, n, k);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaMemcpy(C, d_C, (size_t)m * n * sizeof(real), cudaMemcpyDeviceToHost));

  cudaFree(d_A); cudaFree(d_B); cudaFree(d_C);
}
