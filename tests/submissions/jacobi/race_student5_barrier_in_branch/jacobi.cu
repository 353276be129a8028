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
    extern __shared__ real part[];
    int t = threadIdx.x;
    long long row = blockIdx.x;

    real mine = 0;
    for (int j = t; j < n; j += blockDim.x)
        if (j != row) mine += A[row * n + j] * x[j];
    part[t] = mine;
    __syncthreads();

    // add up, half of the threads each time (rounded up if it is odd)
    int active = blockDim.x;
    while (active > 1) {
        int half = (active + 1) / 2;
        if (t + half < active) {
            part[t] += part[t + half];
            __syncthreads();
        }
        active = half;
    }
    if (t == 0) y[row] = (b[row] - part[0]) / A[row * n + row];
}

void jacobi_reduce(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
    if (n == 0) return;
    real *A_d, *b_d, *x_d, *y_d;
    CHECK(cudaMalloc(&A_d, (size_t)n * n * sizeof(real)));
    CHECK(cudaMalloc(&b_d, n * sizeof(real)));
    CHECK(cudaMalloc(&x_d, n * sizeof(real)));
    CHECK(cudaMalloc(&y_d, n * sizeof(real)));
    CHECK(cudaMemcpy(A_d, A, (size_t)n * n * sizeof(real), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b_d, b, n * sizeof(real), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(x_d, 0, n * sizeof(real)));
    for (int it = 0; it < iterations; it++) {
        // one block per row
        reduce_kernel<<<n, block_size, block_size * sizeof(real)>>>(n, A_d, b_d, x_d, y_d);
        CHECK(cudaGetLastError());
        real* h = x_d;
        x_d = y_d;
        y_d = h;
    }
    CHECK(cudaMemcpy(x, x_d, n * sizeof(real), cudaMemcpyDeviceToHost));
    cudaFree(A_d);
    cudaFree(b_d);
    cudaFree(x_d);
    cudaFree(y_d);
}
