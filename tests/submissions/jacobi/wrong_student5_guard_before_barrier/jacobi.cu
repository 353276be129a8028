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
    extern __shared__ real xs[];
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;  // nothing to do for me

    real s = 0;
    for (int start = 0; start < n; start += blockDim.x) {
        // my element of the chunk
        if (start + (int)threadIdx.x < n) xs[threadIdx.x] = x[start + threadIdx.x];
        __syncthreads();
        int len = min((int)blockDim.x, n - start);
        for (int j = 0; j < len; j++) s += A[row * n + start + j] * xs[j];
        __syncthreads();
    }
    // the sum has the diagonal in it, take it out again
    real d = A[row * n + row];
    y[row] = (b[row] - s + d * x[row]) / d;
}

void jacobi_shared(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
    if (n == 0) return;
    const size_t bytes = n * sizeof(real);
    real *dA, *db, *d1, *d2;
    CHECK(cudaMalloc(&dA, n * bytes));
    CHECK(cudaMalloc(&db, bytes));
    CHECK(cudaMalloc(&d1, bytes));
    CHECK(cudaMalloc(&d2, bytes));
    CHECK(cudaMemcpy(dA, A, n * bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d1, 0, bytes));
    for (int it = 0; it < iterations; it++) {
        shared_kernel<<<parts(n, block_size), block_size, block_size * sizeof(real)>>>(n, dA, db, d1, d2);
        CHECK(cudaGetLastError());
        std::swap(d1, d2);
    }
    CHECK(cudaMemcpy(x, d1, bytes, cudaMemcpyDeviceToHost));
    cudaFree(dA);
    cudaFree(db);
    cudaFree(d1);
    cudaFree(d2);
}
