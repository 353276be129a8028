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
    if (n == 0) return;  // empty grid is not allowed

    real *dA, *db, *dOld, *dNew;
    const size_t bytes = sizeof(real) * n;
    CHECK(cudaMalloc((void**)&dA, bytes * n));
    CHECK(cudaMalloc((void**)&db, bytes));
    CHECK(cudaMalloc((void**)&dOld, bytes));
    CHECK(cudaMalloc((void**)&dNew, bytes));

    // bring everything to the GPU
    CHECK(cudaMemcpy(dA, A, bytes * n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dOld, x, bytes, cudaMemcpyHostToDevice));

    int grid = parts(n, block_size);
    while (iterations-- > 0) {
        sweep_kernel<<<grid, block_size>>>(n, dA, db, dOld, dNew);
        CHECK(cudaGetLastError());
        std::swap(dOld, dNew);
    }
    CHECK(cudaMemcpy(x, dOld, bytes, cudaMemcpyDeviceToHost));

    CHECK(cudaFree(dA));
    CHECK(cudaFree(db));
    CHECK(cudaFree(dOld));
    CHECK(cudaFree(dNew));
}
