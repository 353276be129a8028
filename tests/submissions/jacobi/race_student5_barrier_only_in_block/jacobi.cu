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

// All sweeps in ONE launch, so we save the launch overhead
__global__ void all_sweeps(int n, int iterations, const real* A, const real* b, real* x, real* y) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  real inv = i < n ? 1 / A[i * n + i] : 0;  // divide only once
  for (int s = 0; s < iterations; ++s) {
    if (i < n) {
      real sum = b[i];
      for (int j = 0; j < n; ++j) {
        if (j != i) sum -= A[i * n + j] * x[j];
      }
      y[i] = sum * inv;
    }
    __syncthreads();  // all threads must be done before the swap
    real* tmp = x;
    x = y;
    y = tmp;
  }
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *dA, *db, *dx, *dy;
  CHECK(cudaMalloc(&dA, sizeof(real) * n * n));
  CHECK(cudaMalloc(&db, sizeof(real) * n));
  CHECK(cudaMalloc(&dx, sizeof(real) * n));
  CHECK(cudaMalloc(&dy, sizeof(real) * n));
  CHECK(cudaMemcpy(dA, A, sizeof(real) * n * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b, sizeof(real) * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dx, 0, sizeof(real) * n));
  all_sweeps<<<parts(n, 64), 64>>>(n, iterations, dA, db, dx, dy);
  CHECK(cudaGetLastError());
  if (iterations % 2 == 1) std::swap(dx, dy);
  CHECK(cudaMemcpy(x, dx, sizeof(real) * n, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dA));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
}
