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

/// One sweep, one thread for each row, with blockDim.x elements of dynamic shared memory.
__global__ void shared_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real cache[];
  int me = threadIdx.x;
  int T = blockDim.x;
  long long i = (long long)blockIdx.x * T + me;
  real sum = 0;
  for (int c = 0; c < (n + T - 1) / T; ++c) {
    int j = c * T + me;
    cache[me] = j < n ? x[j] : 0;  // zeros behind the end, they add nothing to the sum
    __syncthreads();
    if (i < n) {
      for (int q = 0; q < T; ++q) sum += A[i * n + c * T + q] * cache[q];
    }
    __syncthreads();
  }
  if (i < n) y[i] = x[i] + (b[i] - sum) / A[i * n + i];
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  real *a_dev, *b_dev, *x_dev, *y_dev;
  const std::size_t vector = sizeof(real) * n;
  CHECK(cudaMalloc(&a_dev, vector * n));
  CHECK(cudaMalloc(&b_dev, vector));
  CHECK(cudaMalloc(&x_dev, vector));
  CHECK(cudaMalloc(&y_dev, vector));
  CHECK(cudaMemcpy(a_dev, A, vector * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b_dev, b, vector, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(x_dev, 0, vector));
  const int shared = block_size * sizeof(real);
  for (int sweep = 0; sweep < iterations; ++sweep) {
    shared_kernel<<<parts(n, block_size), block_size, shared>>>(n, a_dev, b_dev, x_dev, y_dev);
    CHECK(cudaGetLastError());
    std::swap(x_dev, y_dev);
  }
  CHECK(cudaMemcpy(x, x_dev, vector, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a_dev));
  CHECK(cudaFree(b_dev));
  CHECK(cudaFree(x_dev));
  CHECK(cudaFree(y_dev));
}
