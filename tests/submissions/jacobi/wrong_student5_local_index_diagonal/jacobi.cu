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

// every thread computes one entry of the new x
__global__ void sweep_kernel(int n, const real* A, const real* b, const real* x, real* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        real s = b[row];
        for (int col = 0; col < n; col++) {
            // leave out the diagonal element
            if (col != threadIdx.x)
                s -= A[(long long)row * n + col] * x[col];
        }
        y[row] = s / A[(long long)row * n + row];
    }
}

void jacobi_unified(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
    if (n == 0) return;
    real *mat, *rhs, *xold, *xnew;
    size_t vec = n * sizeof(real);
    CHECK(cudaMallocManaged(&mat, vec * n));
    CHECK(cudaMallocManaged(&rhs, vec));
    CHECK(cudaMallocManaged(&xold, vec));
    CHECK(cudaMallocManaged(&xnew, vec));
    for (size_t e = 0; e < (size_t)n * n; e++) mat[e] = A[e];
    for (int i = 0; i < n; i++) rhs[i] = b[i];
    for (int i = 0; i < n; i++) xold[i] = 0;
    int blocks = (n + block_size - 1) / block_size;
    for (int it = 0; it < iterations; it++) {
        sweep_kernel<<<blocks, block_size>>>(n, mat, rhs, xold, xnew);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < n; i++) xold[i] = xnew[i];
    }
    for (int i = 0; i < n; i++) x[i] = xold[i];
    CHECK(cudaFree(mat));
    CHECK(cudaFree(rhs));
    CHECK(cudaFree(xold));
    CHECK(cudaFree(xnew));
}
