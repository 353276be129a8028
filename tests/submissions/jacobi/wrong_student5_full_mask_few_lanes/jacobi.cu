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

/// One sweep, one block for each row, with blockDim.x elements of dynamic shared memory.
__global__ void reduce_kernel(int n, const real* A, const real* b, const real* x, real* y) {
  extern __shared__ real sums[];  // one for each warp is enough
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int warps = blockDim.x / 32;
  const real* a = A + (long long)blockIdx.x * n;

  real s = 0;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    if (j != (int)blockIdx.x) s += a[j] * x[j];
  }
  // inside of the warp with shuffles, this is faster than shared memory
  for (int d = 16; d >= 1; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
  if (lane == 0) sums[warp] = s;
  __syncthreads();

  // now the first warp sums up the warps
  if (threadIdx.x < warps) {
    s = sums[lane];
    for (int d = 16; d >= 1; d /= 2) {
      real other = __shfl_down_sync(0xffffffff, s, d);
      if (lane + d < warps) s += other;
    }
  }
  if (threadIdx.x == 0) y[blockIdx.x] = (b[blockIdx.x] - s) / a[blockIdx.x];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const size_t sz = n * sizeof(real);
  real *dA = nullptr, *db = nullptr, *dx = nullptr, *dy = nullptr;
  CHECK(cudaMalloc(&dA, sz * n));
  CHECK(cudaMalloc(&db, sz));
  CHECK(cudaMalloc(&dx, sz));
  CHECK(cudaMalloc(&dy, sz));
  CHECK(cudaMemcpy(dA, A, sz * n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b, sz, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dx, 0, sz));
  for (int i = 0; i < iterations; ++i) {
    reduce_kernel<<<n, block_size, block_size / 32 * sizeof(real)>>>(n, dA, db, dx, dy);
    CHECK(cudaGetLastError());
    std::swap(dx, dy);
  }
  CHECK(cudaMemcpy(x, dx, sz, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(dA));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
}
