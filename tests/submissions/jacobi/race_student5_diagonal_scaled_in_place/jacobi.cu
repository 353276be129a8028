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

// Divide everything by the diagonal first, then no sweep has to divide. The diagonal becomes 0.
__global__ void divide_kernel(int n, real* A, real* b) {
    long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= (long long)n * n) return;
    long long r = e / n, c = e % n;
    real d = A[r * n + r];
    if (c == 0) b[r] = b[r] / d;
    A[e] = (r == c) ? 0 : A[e] / d;
}

// one warp per row
__global__ void warp_kernel(int n, const real* M, const real* c, const real* x, real* y) {
    int row = blockIdx.x * 8 + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= n) return;  // the whole warp leaves
    real s = 0;
    for (int j = lane; j < n; j += 32) s += M[(long long)row * n + j] * x[j];
    for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (lane == 0) y[row] = c[row] - s;
}

void jacobi_best(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
    if (n == 0) return;
    size_t all = (size_t)n * n;
    real *dA, *db, *dx, *dy;
    CHECK(cudaMalloc(&dA, all * sizeof(real)));
    CHECK(cudaMalloc(&db, n * sizeof(real)));
    CHECK(cudaMalloc(&dx, n * sizeof(real)));
    CHECK(cudaMalloc(&dy, n * sizeof(real)));
    CHECK(cudaMemcpy(dA, A, all * sizeof(real), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(db, b, n * sizeof(real), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dx, 0, n * sizeof(real)));
    divide_kernel<<<(all + 255) / 256, 256>>>(n, dA, db);
    CHECK(cudaGetLastError());
    for (int s = 0; s < iterations; s++) {
        warp_kernel<<<(n + 7) / 8, 256>>>(n, dA, db, dx, dy);
        CHECK(cudaGetLastError());
        std::swap(dx, dy);
    }
    CHECK(cudaMemcpy(x, dx, n * sizeof(real), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dA));
    CHECK(cudaFree(db));
    CHECK(cudaFree(dx));
    CHECK(cudaFree(dy));
}
