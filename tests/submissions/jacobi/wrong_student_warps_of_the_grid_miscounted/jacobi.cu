#include "jacobi.h"

#include <cstdlib>
#include <utility>

static inline void must(cudaError_t err) { if (err) abort(); }

// one warp per row
__global__ void warp_rows(int n, const real* A, const real* b, const real* x, real* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  if (row >= n) return;   // the whole warp leaves
  real s = 0;
  for (int j = lane; j < n; j += 32) s += A[(size_t)row * n + j] * x[j];
  for (int d = 16; d >= 1; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
  if (lane == 0) y[row] = (b[row] - s) / A[(size_t)row * n + row] + x[row];
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const int threads = 256;              // 8 rows per block
  const int grid = (n + 7) / 8;
  real *da, *db, *v0, *v1;
  must(cudaMalloc(&da, sizeof(real) * n * n));
  must(cudaMalloc(&db, sizeof(real) * n));
  must(cudaMalloc(&v0, sizeof(real) * n));
  must(cudaMalloc(&v1, sizeof(real) * n));
  must(cudaMemcpy(da, A, sizeof(real) * n * n, cudaMemcpyHostToDevice));
  must(cudaMemcpy(db, b, sizeof(real) * n, cudaMemcpyHostToDevice));
  must(cudaMemset(v0, 0, sizeof(real) * n));
  must(cudaMemset(v1, 0, sizeof(real) * n));
  for (int i = 0; i < iterations; i++) {
    warp_rows<<<grid, threads>>>(n, da, db, v0, v1);
    must(cudaGetLastError());
    std::swap(v0, v1);
  }
  must(cudaMemcpy(x, v0, sizeof(real) * n, cudaMemcpyDeviceToHost));
  must(cudaFree(da));
  must(cudaFree(db));
  must(cudaFree(v0));
  must(cudaFree(v1));
}
