#include "poisson.h"

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

/// How many numbers a plane i = constant has.
inline long long plane_size(int N) { return static_cast<long long>(N) * N; }

__global__ void sweep_kernel(int N, real delta2, const real* f, const real* u_old, real* u) {
    int k = 1 + blockDim.x * blockIdx.x + threadIdx.x;
    int j = 1 + blockDim.y * blockIdx.y + threadIdx.y;
    int i = 1 + blockDim.z * blockIdx.z + threadIdx.z;
    if (i <= N - 2 && j <= N - 2 && k <= N - 2) {
        #define U(a, b, c) u_old[((long long)(a) * N + (b)) * N + (c)]
        long long id = ((long long)i * N + j) * N + k;
        u[id] = (U(i - 1, j, k) + U(i + 1, j, k) + U(i, j - 1, k) + U(i, j + 1, k) + U(i, j, k - 1) +
                 U(i, j, k + 1) + delta2 * f[id]) / real(6);
        #undef U
    }
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
    if (N < 3) return;
    int g = (N - 2 + 7) / 8;
    dim3 blocks(g, g, g);
    dim3 threads = (8, 8, 8);
    // u and u_old are the same in the beginning
    for (int it = 0; it < iterations; it++) {
        sweep_kernel<<<blocks, threads>>>(N, delta2, f, u_old, u);
        CHECK(cudaGetLastError());
        std::swap(u, u_old);
    }
    // after the last swap the result is in u_old, and that is the caller's u if the number is odd
    if (iterations % 2 == 0)
        CHECK(cudaMemcpy(u, u_old, sizeof(real) * plane_size(N) * N, cudaMemcpyDeviceToDevice));
}
