#include "jacobi.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::abort();
}

/// Stops the program, with the place and the reason, when a CUDA call fails:
///     CHECK(cudaMalloc(&p, bytes));
/// A launch returns nothing; ask afterwards: CHECK(cudaGetLastError());
#define CHECK(call) check((call), #call, __FILE__, __LINE__)

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

// one thread = one row
__global__ void sweep_kernel(int n, const real* A, const real* b, const real* x, real* y) {
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    real acc = b[row];
    for (int c = 0; c < n; c++)
        if (c != row) acc -= A[row * n + c] * x[c];
    y[row] = acc / A[row * n + row];
}

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real* gpuA;
  real* gpuB;
  real* gpuX;
  real* gpuXnew;
  std::size_t N = n;
  CHECK(cudaMalloc(&gpuA, N * N * sizeof(real)));
  CHECK(cudaMalloc(&gpuB, N * sizeof(real)));
  CHECK(cudaMalloc(&gpuX, N * sizeof(real)));
  CHECK(cudaMalloc(&gpuXnew, N * sizeof(real)));
  CHECK(cudaMemcpy(gpuA, A, N * N * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(gpuB, b, N * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(gpuX, 0, N * sizeof(real)));

  for (int k = 1; k <= iterations; ++k) {
    sweep_kernel<<<parts(n, block_size), block_size>>>(n, gpuA, gpuB, gpuX, gpuXnew);
    CHECK(cudaGetLastError());
    // swap
    real* t = gpuX;
    gpuX = gpuXnew;
    gpuXnew = t;
  }

  CHECK(cudaMemcpy(x, gpuX, N * sizeof(real), cudaMemcpyDeviceToHost));
  cudaFree(gpuA);
  cudaFree(gpuB);
  cudaFree(gpuX);
  cudaFree(gpuX);
}
