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

/// How many parts of size `part` cover `whole`; the last one may stick out.
inline int parts(int whole, int part) { return whole / part + (whole % part != 0 ? 1 : 0); }

__global__ void sweep_kernel(int N, real delta2, const real* f, const real* u_old, real* u) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int z = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (x >= N - 1 || y >= N - 1 || z >= N - 1) return;

    long long NN = (long long)N * N;
    long long p = z * NN + (long long)y * N + x;
    // right hand side at this point
    real rhs = delta2 * f[x * NN + (long long)y * N + z];
    real nb = u_old[p + 1] + u_old[p - 1] + u_old[p + N] + u_old[p - N] + u_old[p + NN] + u_old[p - NN];
    u[p] = (nb - rhs) / 6;
}

void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old) {
    if (N < 3) return;
    dim3 threads(32, 4, 4);
    dim3 grid(parts(N - 2, 32), parts(N - 2, 4), parts(N - 2, 4));
    real* a = u_old;
    real* b = u;
    if (iterations % 2 == 0) std::swap(a, b);
    for (int t = 0; t < iterations; t++) {
        sweep_kernel<<<grid, threads>>>(N, delta2, f, a, b);
        CHECK(cudaGetLastError());
        std::swap(a, b);
    }
}
