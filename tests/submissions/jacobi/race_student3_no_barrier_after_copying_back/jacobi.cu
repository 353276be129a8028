#include "jacobi.h"

#include <cstdio>
#include <cstdlib>

#define OK(call)                                                                  \
  {                                                                               \
    cudaError_t rc = call;                                                        \
    if (rc != cudaSuccess) {                                                      \
      fprintf(stderr, "%s in line %d: %s\n", #call, __LINE__, cudaGetErrorString(rc)); \
      abort();                                                                    \
    }                                                                             \
  }

// one warp: b[row] - sum over j != row, divided. Result in lane 0.
__device__ real new_value(int n, const real* A, const real* b, const real* x, int row) {
  const int lane = threadIdx.x % 32;
  const real* a = A + (size_t)row * n;
  real s = 0;
  for (int j = lane; j < n; j += 32)
    if (j != row) s += a[j] * x[j];
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffff, s, d);
  return (b[row] - s) / a[row];
}

// All sweeps in ONE launch of ONE block: no launch overhead. x and its successor are in shared
// memory.
__global__ void all_sweeps(int n, int iterations, const real* A, const real* b, real* result) {
  extern __shared__ real sh[];
  real* x = sh;
  real* next = sh + n;
  const int warps = blockDim.x / 32;

  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = 0;
  __syncthreads();

  for (int it = 0; it < iterations; ++it) {
    for (int row = threadIdx.x / 32; row < n; row += warps) {
      const real v = new_value(n, A, b, x, row);
      if (threadIdx.x % 32 == 0) next[row] = v;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = next[i];
  }

  for (int i = threadIdx.x; i < n; i += blockDim.x) result[i] = x[i];
}

// for systems that are too large for that: one launch per sweep, one warp per row
__global__ void one_sweep(int n, const real* A, const real* b, const real* x, real* next) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= n) return;
  const real v = new_value(n, A, b, x, row);
  if (threadIdx.x % 32 == 0) next[row] = v;
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int) {
  if (n == 0) return;
  const size_t bytes = n * sizeof(real);
  real *dA, *db, *dx, *dy;
  OK(cudaMalloc(&dA, bytes * n));
  OK(cudaMalloc(&db, bytes));
  OK(cudaMalloc(&dx, bytes));
  OK(cudaMalloc(&dy, bytes));
  OK(cudaMemcpy(dA, A, bytes * n, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice));

  if (2 * bytes <= 48 * 1024) {
    all_sweeps<<<1, 512, 2 * bytes>>>(n, iterations, dA, db, dx);
    OK(cudaGetLastError());
  } else {
    OK(cudaMemset(dx, 0, bytes));
    for (int it = 0; it < iterations; ++it) {
      one_sweep<<<(n + 7) / 8, 256>>>(n, dA, db, dx, dy);
      OK(cudaGetLastError());
      real* t = dx;
      dx = dy;
      dy = t;
    }
  }

  OK(cudaMemcpy(x, dx, bytes, cudaMemcpyDeviceToHost));
  OK(cudaFree(dA));
  OK(cudaFree(db));
  OK(cudaFree(dx));
  OK(cudaFree(dy));
}
